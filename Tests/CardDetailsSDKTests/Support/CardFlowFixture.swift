import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import JourneyWeb
import Synchronization

@testable import CardDetailsSDK

/// A flow's scripted environment: the user, the pages, the proxy, the sensor, the clock.
final class CardFlowFixture: Sendable {
    typealias Script = ScriptedPage.Script

    private struct State {
        var pages: [(place: CardPageVisibility, page: ScriptedPage)] = []
        var scripts: [CardPageVisibility: [Script]] = [:]
        var verdict = BiometricVerdict.passed
        var asked: [String] = []
        var tokens = 0
        var conceal: AsyncStream<Void>.Continuation?
        var log: [String] = []
        var isCaptured = false
        var finishings = 0
        var mint: (@Sendable () async throws -> Void)?
    }

    /// The settings in which a test may differ from most.
    struct Settings {
        var channels = [ConsentChannel.sms]
        var codeLength = 6
        var resends = 3
        var biometrics = CardDetailsConfiguration.BiometricPolicy.required
        var visibility = Duration.seconds(60)
        var showsPIN = false
        var showsPageAmongScreens = false
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let vault = TestOrigins.at("vault.example")

    let proxy = FakeProxy()
    let clock = ManualClock()
    let presenter: ScriptedPresenter
    let flow: CardDetailsFlow
    let line: Line
    let store: any SecureStore
    private let state: Mutex<State>
    private let time: Time
    private let box = Box()

    /// A reference for closures to the fixture under construction.
    private final class Box: Sendable {
        let stage = Mutex<(@Sendable () -> CardFlowFixture?)?>(nil)
        var value: CardFlowFixture? { stage.withLock { $0 }?() }
    }

    init(
        _ replies: [String: [ScriptedPresenter.Reply]] = [:], language: Language = .english, time: Time = Time(),
        store: any SecureStore = MemoryStore(), configure: (inout Settings) -> Void = { _ in },
        presented: (any Presenter) -> any Presenter = { $0 }
    ) throws {
        var settings = Settings()
        configure(&settings)
        let configuration = try CardDetailsConfiguration(
            gateway: FakeProxy.origin, vault: CardFlowFixture.vault, channels: settings.channels,
            codeLength: settings.codeLength, resends: settings.resends, biometrics: settings.biometrics,
            visibility: settings.visibility, showsPIN: settings.showsPIN)
        self.store = store
        state = Mutex(State())
        self.time = time
        let box = box
        let dependencies = Dependencies(
            now: { time.now }, clock: clock, random: Dependencies.fixed().random,
            log: Log { entry in box.value?.state.withLock { $0.log.append(entry.description) } })
        var whole: [String: [ScriptedPresenter.Reply]] = ["card-wait": [.never]]
        whole.merge(replies) { $1 }
        presenter = ScriptedPresenter(whole, language: language, dependencies: dependencies)
        line = Line(ServiceTransport([FakeProxy.origin: proxy]))
        let key = try P256PrivateKey(scalar: Secret(copying: [UInt8](repeating: 7, count: 32)))
        var host = CardDetailsHost(
            presenter: presented(presenter), transport: line,
            makeContainer: { _, place in
                guard let stage = box.value else { throw CancellationError() }
                return stage.makePage(place, dependencies)
            },
            biometrics: Sensor(box: { box.value }), instanceKey: key, store: store,
            userToken: {
                try await box.value?.state.withLock(\.mint)?()
                let number = box.value?.state.withLock { state in
                    state.tokens += 1
                    return state.tokens
                }
                return CardUserToken(
                    Secret(copying: Array("user-token-\(number ?? 0)".utf8)),
                    expires: CardFlowFixture.start + 300)
            },
            concealments: {
                AsyncStream { continuation in box.value?.state.withLock { $0.conceal = continuation } }
            }, isCaptured: { box.value?.state.withLock(\.isCaptured) ?? false },
            finishing: { work in
                box.value?.state.withLock { $0.finishings += 1 }
                await work()
            }, dependencies: dependencies)
        host.showsPageAmongScreens = settings.showsPageAmongScreens
        flow = CardDetailsFlow(configuration, host: host)
        box.stage.withLock { $0 = { [weak self] in self } }
    }

    private struct Sensor: BiometricAuthenticator {
        let box: @Sendable () -> CardFlowFixture?
        func authenticate(reason: String) async -> BiometricVerdict {
            box()?.state.withLock { state in
                state.asked.append(reason)
                return state.verdict
            } ?? .cancelled
        }
    }

    private func makePage(_ place: CardPageVisibility, _ dependencies: Dependencies) -> ScriptedPage {
        let script = state.withLock { state in
            state.scripts[place]?.isEmpty == false ? state.scripts[place]?.removeFirst() : nil
        }
        let page = ScriptedPage(
            dependencies: dependencies,
            script: script ?? (place == .hidden ? CardFlowFixture.consents : CardFlowFixture.draws))
        state.withLock { $0.pages.append((place, page)) }
        return page
    }

    // MARK: Scripts of pages

    /// Requests a code from the issuer, which sends one that lives five minutes.
    static let consents: Script = { page in
        try await page.connect()
        _ = try await page.event("consent")
        try await page.emit(
            "challenge", ["challengeId": .string(FakeProxy.challenge), "dateExpires": "2027-01-15T08:05:00.000Z"])
    }

    /// Draws as requested.
    static let draws: Script = { page in
        try await page.connect()
        let render = try await page.event("render")
        for part in ["cardNumber", "cvv"] + (render["showPin"] == true ? ["pin"] : []) {
            try await page.emit("rendered", ["part": .string(part)])
        }
    }

    /// Reports that drawing failed.
    static func fails(_ code: String) -> Script {
        { page in
            try await page.connect()
            try await page.emit("failed", ["code": .string(code)])
        }
    }

    /// Has the next page of `place` run `script`.
    func plan(_ place: CardPageVisibility, _ script: @escaping Script) {
        state.withLock { $0.scripts[place, default: []].append(script) }
    }

    // MARK: Observations

    var pages: [ScriptedPage] { state.withLock { $0.pages.map(\.page) } }
    func pages(_ place: CardPageVisibility) -> [ScriptedPage] {
        state.withLock { $0.pages.filter { $0.place == place }.map(\.page) }
    }
    var areClosed: Bool { pages.allSatisfy(\.isClosed) }
    var prompts: [String] { state.withLock(\.asked) }
    var log: [String] { state.withLock(\.log) }
    var shown: [String] {
        presenter.shown.map(\.id).reduce(into: []) { list, id in if list.last != id { list.append(id) } }
    }

    func set(_ verdict: BiometricVerdict) { state.withLock { $0.verdict = verdict } }
    func set(isCaptured: Bool) { state.withLock { $0.isCaptured = isCaptured } }
    /// Sets the work done each time before the host returns a token.
    func beforeMinting(_ work: (@Sendable () async throws -> Void)?) { state.withLock { $0.mint = work } }
    var finishings: Int { state.withLock(\.finishings) }
    func conceal() { _ = state.withLock { $0.conceal }?.yield() }

    func run() async throws -> CardDetailsOutcome {
        await flow.run(try CardFlowFixture.card, of: try CardFlowFixture.user)
    }

    static var card: CardID { get throws { try CardID(FakeProxy.card).orThrow() } }
    static var user: CardUserID { get throws { try CardUserID(FakeProxy.user).orThrow() } }

    /// Waits until a screen with that id is shown.
    func waitFor(_ screen: String) async {
        await until { self.presenter.current?.id == screen }
    }

    /// Continues the script from `waitForUpdate` on the current screen until `isOver`.
    func nudge(until isOver: () -> Bool) async {
        while !isOver(), !Task.isCancelled {
            if let screen = presenter.current { await presenter.show(screen) }
            for _ in 0..<20 { await Task.yield() }
        }
    }

    /// `true` if the flow has logged its end.
    var isOver: Bool { log.contains { $0.contains("Card viewing") } }

    /// Lets `count` waits before a retry pass. The call's deadline is longer than any of them.
    func passRetries(_ count: Int) async {
        for number in 1...count {
            await until { self.clock.naps.count { $0 < .seconds(10) } >= number }
            clock.advance(by: .seconds(9))
        }
    }

    /// Waits until a task sleeps for that duration.
    func waitForNap(_ length: Duration) async {
        await until { self.clock.naps.contains(length) }
    }

    /// Waits for `condition`, or until the test's time limit: an endless wait would occupy a core.
    func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { await Task.yield() }
    }
}

/// A wall clock moved by a test.
final class Time: Sendable {
    private let value = Mutex(CardFlowFixture.start)
    var now: Date { value.withLock { $0 } }
    func pass(_ seconds: TimeInterval) { value.withLock { $0 += seconds } }
}

extension Optional {
    func orThrow() throws -> Wrapped {
        guard let self else { throw CancellationError() }
        return self
    }
}

extension ScriptedPresenter.Reply {
    static func press(_ action: String, _ values: [String: ScreenAction.Value] = [:]) -> Self {
        .answer(ScreenAction(action: action, values: values))
    }
    static func code(_ text: String) -> Self { .press("confirm", ["code": .text(text)]) }
}

extension Outcome {
    var value: Value? { if case .completed(let value) = self { value } else { nil } }
    var code: ErrorCode? { if case .failed(let error) = self { error.code } else { nil } }
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

/// A transport to the proxy that can be cut.
final class Line: HTTPTransport {
    private let base: ServiceTransport
    private let cuts = Mutex<Set<String>>([])
    private let failures = Mutex<[String: [JourneyError]]>([:])

    init(_ base: ServiceTransport) { self.base = base }

    /// Cuts all requests whose path ends in one of `last`.
    func cut(_ last: String...) { cuts.withLock { $0 = Set(last) } }

    /// Fails the next requests whose path ends in `last`, one for each error, before they arrive.
    func fail(_ last: String, _ errors: JourneyError...) { failures.withLock { $0[last, default: []] += errors } }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let last = String(request.url.path.split(separator: "/").last ?? "")
        let failure = failures.withLock { $0[last]?.isEmpty == false ? $0[last]?.removeFirst() : nil }
        if let failure { throw failure }
        guard !cuts.withLock({ $0.contains(last) }) else {
            throw JourneyError(.netUnreachable, "There is no way there.")
        }
        return try await base.send(request, options: options)
    }
}

extension ScriptedPresenter.Reply {
    /// Requests a code as soon as that is allowed.
    static func send(_ time: Time, _ channel: ConsentChannel? = nil) -> Self {
        .decide { screen in
            time.pass(TimeInterval(screen.action("send")?.secondsLeft(at: time.now) ?? 0))
            return ScreenAction(
                action: "send", values: channel.map { ["channel": .chosen([$0.rawValue])] } ?? [:])
        }
    }
}
