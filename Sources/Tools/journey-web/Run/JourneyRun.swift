import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness
import JourneyScreens
import JourneyWeb
import Synchronization

/// One journey through the partner SDK, as an app would run it, with somebody or something that plays the person.
final class JourneyRun: Sendable {
    private let journey: String
    private let files: RunFiles
    private let script: AutopilotScript?
    private let sink: EventSink
    private let shots: ShotWriter?
    private let storeFolder: String
    private let patience: Duration
    /// BCP 47.
    private let locale: String
    /// Whether the run that was left last is taken up again.
    private let resumes: Bool
    /// Whether a person sees windows.
    private let hasWindow: Bool
    private let window: ScreenWindow
    private let state = Mutex(State())

    private struct State {
        var container: WebKitContainer?
        /// Whether the authorization server's pages were shown, before any of the journey's.
        var hasShownSignIn = false
        var step = ""
        var fault: JourneyError?
        var playing: Task<Void, Never>?
        var run: Task<JourneyResult, Never>?
    }

    init(
        journey: String, files: RunFiles, script: AutopilotScript?, sink: EventSink, shots: ShotWriter?,
        storeFolder: String, patience: Duration, locale: String, resumes: Bool, hasWindow: Bool
    ) {
        self.journey = journey
        self.files = files
        self.script = script
        self.sink = sink
        self.shots = shots
        self.storeFolder = storeFolder
        self.patience = patience
        self.locale = locale
        self.resumes = resumes
        self.hasWindow = hasWindow
        window = ScreenWindow(language: Language(preferred: [locale]))
    }

    /// Whether a web engine was started.
    var hasShownPages: Bool { state.withLock { $0.container != nil || $0.hasShownSignIn } }

    /// Runs it to its one result. Throws when the SDK cannot be set up, or the autopilot found a page that its script
    /// does not fit; the journey has ended then too.
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
            signInShown: { [self] container in
                state.withLock { $0.hasShownSignIn = true }
                Task { await autopilot?.signIn(in: container) }
            })
        host.permissions.insert(.documents)
        // A script plays no screen that may or may not come; at a terminal, the lines of the run are the progress.
        host.loadingPresenter = script == nil && hasWindow ? window : nil
        var params = JourneyStartParams(journeyId: journey, contextToken: files.contextToken)
        if resumes { params.resumeToken = try await leftToken(in: host) }
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

    /// Where the picture of a page goes at which the autopilot stops; without `--shots`, beside what the host keeps.
    private var stops: StopPictures {
        StopPictures(
            shots: shots, folder: URL(fileURLWithPath: storeFolder).deletingLastPathComponent().path + "/pictures",
            tell: sink.record)
    }

    /// What takes up the run of this journey that was left last. Throws `RESUME_REFUSED` when there is none.
    private func leftToken(in host: JourneyHost) async throws -> String {
        let left = try await HSBCPartnerSdk.unfinishedJourneys(of: host).last { $0.journeyId == journey }
        guard let left else {
            throw JourneyError(.resumeRefused, "There is no run of \(journey) that could be taken up again.")
        }
        return left.resumeToken
    }

    /// Who answers native screens: the script, or whoever sits before the window or at the terminal.
    private func person() async -> any Presenter {
        if let script {
            return AutopilotPresenter(
                script, window: window, shots: shots, stops: stops, step: { [self] in state.withLock(\.step) },
                fail: { [self] error in stop(error) })
        }
        return hasWindow ? window : TerminalPresenter(language: Language(preferred: [locale]))
    }

    /// Shows what the host got, as a host app would; a script looks at it, a person closes it.
    private func showResult(_ result: JourneyResult, to person: any Presenter) async {
        guard let screen = HostScreen.of(result), script != nil || hasWindow else { return }
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

    /// The sandbox bank's authorization server, for manifests that ask for a sign-in.
    private var signIn: SignInProfile? {
        let bank = files.readiness.bank
        guard let authorize = HTTPSURL(origin: bank, path: "/oauth/authorize"),
            let token = HTTPSURL(origin: bank, path: "/oauth/token")
        else { return nil }
        return SignInProfile(
            issuer: "\(bank)", authorizationEndpoint: authorize, tokenEndpoint: token, clientId: "demo-client",
            keys: files.signInKeys)
    }

    /// Watches which step is entered and when its page is open.
    private func follow(_ name: String, _ attributes: [String: AnyCodable], _ autopilot: Autopilot?) {
        switch name {
        case "step_enter": state.withLock { $0.step = attributes["step"]?.string ?? "" }
        case "bridge_message":
            // The engine reports the hello once the handshake is done.
            guard attributes["name"] == "bridge_hello" else { return }
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

    /// The page does not fit the script: there is nobody else who could go on.
    private func stop(_ error: JourneyError) {
        state.withLock { state in
            state.fault = state.fault ?? error
            state.run?.cancel()
        }
    }
}
