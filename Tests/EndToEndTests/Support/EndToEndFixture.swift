import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyServer
import JourneyTesting
import JourneyWeb
import SandboxServices
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// A sandbox on real sockets, a partner app's SDK with real adapters, and databases to inspect afterwards.
struct EndToEndFixture: Sendable {
    static let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        ProcessInfo.processInfo.environment[$0]?.isEmpty == false
    }
    static let needsDisplay: Comment = "needs a display: run make test, or under xvfb-run -a"

    let sandbox: SandboxServer
    let events = EventRecorder()
    let directory: String
    /// The offset of the bank's clock. Pages and the app use the machine's clock, because a page's messages must be current.
    let ahead: Shared<TimeInterval>
    /// The number of opened windows, for signing in and for pages.
    let windows = Shared(0)
    /// The servers' log, one line per request.
    let accessLog: Shared<[String]>
    var trust: TLSTrust
    /// The app's ID in its attestation.
    var appID = SandboxOptions.appID
    /// Additional methods that pages may call, with their requirements.
    var plugins: [any JourneyPlugin] = []

    /// Runs `body` with a new fixture and removes its files. `changing` modifies the money transfer's manifest before signing.
    static func visit(
        changing manifest: ((inout [String: JSONValue]) -> Void)? = nil, _ body: (EndToEndFixture) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-town-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        defer { Scratch.remove(directory) }
        var options = try SandboxOptions.ephemeral()
        options.environment = "production"
        let ahead = Shared<TimeInterval>(0)
        options.dependencies.now = { Date().addingTimeInterval(ahead.value) }
        options.database = .file(directory + "/bank.db")
        if let manifest { options.journeys = [try EndToEndFixture.transfer(changed: manifest)] }
        let accessLog = Shared<[String]>([])
        options.dependencies.log = Log { entry in accessLog.change { $0.append("\(entry)") } }
        let sandbox = try await SandboxServer.start(options)
        let trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: try PinPolicy(pins: sandbox.pins))
        do {
            try await body(
                EndToEndFixture(
                    sandbox: sandbox, directory: directory, ahead: ahead, accessLog: accessLog, trust: trust))
            await sandbox.stop()
        } catch {
            await sandbox.stop()
            throw error
        }
    }

    /// Returns the files of the money transfer with a modified manifest.
    private static func transfer(
        changed change: (inout [String: JSONValue]) -> Void
    ) throws -> (manifest: JSONValue, openAPI: JSONValue) {
        let folder = URL(filePath: SandboxJourneys.autopilot(for: "money-transfer")).deletingLastPathComponent()
        func read(_ name: String) throws -> JSONValue {
            try JSONReader.read(Array(try Data(contentsOf: folder.appending(path: name))))
        }
        var members = try #require(try read("manifest.json").object)
        change(&members)
        return (.object(members), try read("openapi.json"))
    }

    private init(
        sandbox: SandboxServer, directory: String, ahead: Shared<TimeInterval>, accessLog: Shared<[String]>,
        trust: TLSTrust
    ) {
        self.ahead = ahead
        self.accessLog = accessLog
        self.sandbox = sandbox
        self.directory = directory
        self.trust = trust
    }

    /// The bank's authorization server, for an app that requires a sign-in for every journey.
    private var signIn: SignInProfile {
        get throws {
            SignInProfile(
                issuer: "\(sandbox.bank)",
                authorizationEndpoint: try #require(HTTPSURL(origin: sandbox.bank, path: "/oauth/authorize")),
                tokenEndpoint: try #require(HTTPSURL(origin: sandbox.bank, path: "/oauth/token")),
                clientId: "demo-client", keys: sandbox.signInKeys, isAlwaysNeeded: true)
        }
    }

    /// The transfers in the bank's database.
    func records() async throws -> [Bank.Record] { try await Bank(.file(directory + "/bank.db")).records() }

    /// Starts the money transfer as a partner app does, with `person` at the window, and returns its result. With `signsIn`, the
    /// windows with the numbers `signInWindows` belong to the authorization server.
    func transfer(
        by person: ScriptedPerson = ScriptedPerson(), answers: [String] = [], at presenter: Answers? = nil,
        consents: Bool = false,
        signsIn: Bool = false,
        signInWindows: Set<Int> = [1], watchClock: (any Clock<Duration>)? = nil
    ) async throws -> JourneyResult {
        let gateway = try #require(HTTPSURL(origin: sandbox.gateway, path: "/"))
        var config = HSBCInitConfig(
            environment: .production, partnerId: "demo-partner", clientId: "demo-client",
            redirectScheme: "partnerdemo", locale: Locale(identifier: "en_GB"), telemetryOptIn: consents,
            endpoints: EndpointProfile(
                gateway: gateway, trust: trust, manifestAnchor: sandbox.anchor,
                remoteConfigurationKeys: sandbox.remoteKeys)
        )
        if signsIn { config.endpoints.signIn = try signIn }
        try config.check()
        let events = events
        let windows = windows
        var host = try await JourneyHost.linux(
            directory: directory + "/device", presenter: presenter ?? Answers(answers), plugins: plugins, appID: appID
        ) { [ahead] shown in
            let number = windows.change { $0 += 1 }
            if signsIn, signInWindows.contains(number) {
                // A user who signs in does so now.
                ahead.change { $0 = 0 }
                Task { try await SignInTests.signsIn(shown) }
            } else {
                person.sees(shown)
            }
        }
        host.permissions.formUnion(plugins.flatMap(\.permissions))
        // The answers are for screens that ask a question.
        host.loadingPresenter = nil
        // The facade's engine without its process-wide state, which other tests use at the same time. The tests of `journey run`
        // use the facade in a separate process.
        let engine = RuntimeEngine(config: config, watchClock: watchClock)
        let result = await engine.start(
            from: host, params: JourneyStartParams(journeyId: "money-transfer", contextToken: sandbox.contextToken)
        ) { name, attributes in
            events.record(name, attributes)
            person.hears(name, attributes)
        }
        await person.rest()
        await engine.waitForTelemetry()
        #expect(events.entries("result").count == 1)
        #expect(events.names.last == "result")
        return result
    }

    /// The entered steps, in order.
    var steps: [String] { events.entries("step_enter").compactMap { $0.attributes["step"]?.string } }

    static func code(_ result: JourneyResult) -> String {
        switch result {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let code, _, _): code
        }
    }
}

/// A value that closures share.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }

    /// Changes the value and returns the new one.
    @discardableResult
    func change(_ body: (inout Value) -> Void) -> Value {
        state.withLock { value in
            body(&value)
            return value
        }
    }
}
