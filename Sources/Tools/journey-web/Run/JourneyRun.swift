import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness
import JourneyScreens
import JourneyScreensTool
import JourneyWeb
import Synchronization

/// One journey through the partner SDK, as an app runs it, with a user or a script.
final class JourneyRun: Sendable {
    private let journey: String
    private let files: RunFiles
    private let script: AutopilotScript?
    private let sink: EventSink
    private let shots: ShotWriter?
    private let storeFolder: String
    /// The autopilot's timeout for an element of a page.
    private let patience: Duration
    private let observation: PageObservation
    /// The user's language, a BCP 47 tag.
    private let locale: String
    /// `true` if the last suspended run is resumed.
    private let resumes: Bool
    /// `true` if windows are visible.
    private let hasWindow: Bool
    private let window: ScreenWindow
    private let state = Mutex(State())

    private struct State {
        var container: WebKitContainer?
        /// `true` after the authorization server's pages were shown, which precede the journey's.
        var hasShownSignIn = false
        var step = ""
        var fault: (any Error)?
        var playing: Task<Void, Never>?
        var run: Task<JourneyResult, Never>?
    }

    init(
        journey: String, files: RunFiles, script: AutopilotScript?, sink: EventSink, shots: ShotWriter?,
        storeFolder: String, patience: Duration, connection: Duration, locale: String, resumes: Bool, hasWindow: Bool
    ) {
        self.journey = journey
        self.files = files
        self.script = script
        self.sink = sink
        self.shots = shots
        self.storeFolder = storeFolder
        self.patience = patience
        observation = PageObservation(patience: connection, sink: sink)
        self.locale = locale
        self.resumes = resumes
        self.hasWindow = hasWindow
        window = ScreenWindow(language: Language(preferred: [locale]))
    }

    /// `true` after a web engine was started.
    var hasShownPages: Bool { state.withLock { $0.container != nil || $0.hasShownSignIn } }

    /// Runs the journey to its result. Throws if the SDK cannot be set up, or if a page does not match the autopilot's script;
    /// the journey has then ended too.
    func run() async throws -> JourneyResult {
        let autopilot = script.map { script in
            Autopilot(script, patience: patience, sink: sink, shots: shots, stops: stops) { [self] error in
                stop(error)
            }
        }
        try HSBCPartnerSdk.initialize(config: configuration)
        HSBCPartnerSdk.setEventListener { [self] name, attributes in
            sink.record(name, attributes)
            follow(name, attributes, autopilot)
        }
        let person = await person()
        let presenter = RecordingPresenter(base: person, sink: sink)
        var host = try await JourneyHost.linux(
            directory: storeFolder, presenter: presenter,
            plugins: [DocumentCapturePlugin(source: FileDocuments(presenter: presenter))],
            shown: { [self] container in state.withLock { $0.container = container } },
            browserShown: { [self] container in
                state.withLock { $0.hasShownSignIn = true }
                Task { await autopilot?.signIn(in: container) }
            })
        try observation.observe(&host) { [self] error in
            stop(error)
            // A script in an infinite loop would outlive this process.
            let container = state.withLock(\.container)
            Task { await container?.killWebProcess() }
        }
        host.observer = sink.trace?.observer
        host.permissions.insert(.documents)
        // A script has no entries for optional screens, and on a terminal the printed events show the progress.
        host.loadingPresenter = script == nil && hasWindow ? window : nil
        var params = JourneyStartParams(journeyId: journey, contextToken: files.contextToken)
        if resumes { params.resumeToken = try await resumeToken(in: host) }
        let task = Task { [host, params] in await HSBCPartnerSdk.startJourney(from: host, params: params) }
        state.withLock { $0.run = task }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        await state.withLock(\.playing)?.value
        if let fault = state.withLock(\.fault) { throw fault }
        sink.report(result)
        if !Task.isCancelled { await showResult(result, to: person) }
        await window.close()
        return result
    }

    /// The destination for screenshots of pages at which the autopilot stops; without `--shots`, a folder beside the host's
    /// store.
    private var stops: StopPictures {
        StopPictures(
            shots: shots, folder: URL(fileURLWithPath: storeFolder).deletingLastPathComponent().path + "/pictures",
            record: sink.record)
    }

    /// Returns the resume token of the last suspended run of this journey. Throws `RESUME_REFUSED` if there is none.
    private func resumeToken(in host: JourneyHost) async throws -> String {
        let left = try await HSBCPartnerSdk.unfinishedJourneys(of: host).last { $0.journeyId == journey }
        guard let left else {
            throw JourneyError(.resumeRefused, "There is no suspended run of \(journey) to resume.")
        }
        return left.resumeToken
    }

    /// Returns the presenter of native screens: the script, the window or the terminal.
    private func person() async -> any Presenter {
        if let script {
            return AutopilotPresenter(
                script, window: window, shots: shots, stops: stops, step: { [self] in state.withLock(\.step) },
                fail: { [self] error in stop(error) })
        }
        return hasWindow ? window : TerminalPresenter(language: Language(preferred: [locale]))
    }

    /// Shows the host's result, as an app does. A script only views it; a user closes it.
    private func showResult(_ result: JourneyResult, to person: any Presenter) async {
        guard let screen = HostScreen(language: Language(preferred: [locale])).screen(result),
            script != nil || hasWindow
        else { return }
        if script != nil { await person.show(screen) } else { _ = await person.ask(screen) }
        await person.dismiss()
    }

    private var configuration: HSBCInitConfig {
        var endpoints = files.endpoints
        endpoints.signIn = signIn
        return HSBCInitConfig(
            environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
            locale: Locale(identifier: locale), telemetryOptIn: false, endpoints: endpoints)
    }

    /// The sandbox bank's authorization server, for manifests that require a sign-in.
    private var signIn: SignInProfile? {
        let bank = files.readiness.bank
        guard let authorize = HTTPSURL(origin: bank, path: "/oauth/authorize"),
            let token = HTTPSURL(origin: bank, path: "/oauth/token")
        else { return nil }
        return SignInProfile(
            issuer: "\(bank)", authorizationEndpoint: authorize, tokenEndpoint: token, clientId: "demo-client",
            keys: files.signInKeys)
    }

    /// Tracks the current step, and starts the autopilot when its page is open.
    private func follow(_ name: String, _ attributes: [String: AnyCodable], _ autopilot: Autopilot?) {
        switch name {
        case "step_enter": state.withLock { $0.step = attributes["step"]?.string ?? "" }
        case "bridge_message":
            // The engine reports `bridge_hello` once the handshake is complete.
            guard attributes["name"] == "bridge_hello" else { return }
            observation.connected()
            state.withLock { state in
                guard let container = state.container else { return }
                let (step, before, progress) = (state.step, state.playing, sink.progress)
                state.playing = Task {
                    await before?.value
                    if let autopilot {
                        await autopilot.play(step, since: progress, in: container)
                    } else {
                        await self.shots?.shoot(container, step: step)
                    }
                }
            }
        default: return
        }
    }

    /// Ends the run because of its page: it does not match the script, or does not connect.
    private func stop(_ error: any Error) {
        state.withLock { state in
            state.fault = state.fault ?? error
            state.run?.cancel()
        }
    }
}
