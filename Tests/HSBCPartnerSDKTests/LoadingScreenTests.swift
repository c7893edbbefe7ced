import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// The loading screen of a start.
@Suite("Progress while a journey loads", .timeLimit(.minutes(10)))
struct LoadingScreenTests {
    /// Delays the manifest until the gate opens.
    private struct Slow: HTTPTransport {
        let network: any HTTPTransport
        let gate: Gate

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            if request.url.path.hasSuffix("/manifest.json") { await gate.wait() }
            return try await network.send(request, options: options)
        }
    }

    /// Starts a run whose manifest is delayed until `gate` opens.
    private func start(_ world: JourneyFixture, _ presenter: HeldPresenter, _ gate: Gate) async throws -> Task<
        JourneyResult, any Error
    > {
        let network = Slow(network: try await world.transport(), gate: gate)
        var host = world.host(network)
        host.loadingPresenter = presenter
        let (engine, params) = (world.engine(), world.params)
        return Task { [host] in await engine.start(from: host, params: params) { _, _ in } }
    }

    @Test("progress appears within 300 ms and disappears before the first page is usable")
    func slow() async throws {
        #expect(LoadingScreen.delay <= .milliseconds(300))
        let (world, presenter, gate) = (try JourneyFixture(), HeldPresenter(), Gate())
        let run = try await start(world, presenter, gate)
        await gate.arrival()
        await world.clock.waitForNaps(1)
        world.clock.advance(by: LoadingScreen.delay)
        let screen = await presenter.shown()
        #expect(screen.id == "journey-loading" && screen.actions.map(\.role) == [.cancel])
        gate.open()
        #expect(JourneyFixture.word(try await run.value) == "completed")
        #expect(presenter.screens == 1 && presenter.dismissals == 1)
    }

    @Test("a journey that loads at once shows no progress")
    func quick() async throws {
        let (world, presenter, gate) = (try JourneyFixture(), HeldPresenter(), Gate())
        gate.open()
        let run = try await start(world, presenter, gate)
        #expect(JourneyFixture.word(try await run.value) == "completed")
        #expect(presenter.screens == 0 && presenter.dismissals == 0)
    }

    @Test("“Cancel” ends the start: no page is loaded and nothing is paid")
    func cancelled() async throws {
        let (world, presenter, gate) = (try JourneyFixture(), HeldPresenter(), Gate())
        let run = try await start(world, presenter, gate)
        await gate.arrival()
        await world.clock.waitForNaps(1)
        world.clock.advance(by: LoadingScreen.delay)
        _ = await presenter.shown()
        presenter.press("cancel")
        gate.open()
        #expect(try await run.value == .cancelled)
        #expect(world.page.loads.isEmpty && world.bank.total == 0)
    }

    @Test("replacing the progress screen does not cancel the start")
    func replaced() async throws {
        let (world, presenter, gate) = (try JourneyFixture(), HeldPresenter(), Gate())
        let run = try await start(world, presenter, gate)
        await gate.arrival()
        await world.clock.waitForNaps(1)
        world.clock.advance(by: LoadingScreen.delay)
        _ = await presenter.shown()
        presenter.press(Screen.cancelled)
        gate.open()
        #expect(JourneyFixture.word(try await run.value) == "completed")
    }

    @Test("progress is dismissed before sign-in pages and failures, and uses the presenter's language")
    func failed() async throws {
        var world = try JourneyFixture()
        world.manifestAnswer = HTTPResponse(status: 404)
        let (presenter, gate) = (HeldPresenter(language: .bengali), Gate())
        let run = try await start(world, presenter, gate)
        await gate.arrival()
        await world.clock.waitForNaps(1)
        world.clock.advance(by: LoadingScreen.delay)
        #expect(await presenter.shown().title == "খোলা হচ্ছে…")
        gate.open()
        #expect(JourneyFixture.word(try await run.value) == "MANIFEST_UNAVAILABLE")
        #expect(presenter.dismissals == 1)
    }
}

/// Shows one screen until it is pressed or dismissed.
final class HeldPresenter: Presenter {
    private struct State {
        var screens: [Screen] = []
        var dismissals = 0
        var answer: AsyncStream<ScreenAction>.Continuation?
    }

    let language: Language
    private let state = Mutex(State())
    private let arrivals = AsyncStream<Screen>.makeStream()

    var screens: Int { state.withLock(\.screens.count) }
    var dismissals: Int { state.withLock(\.dismissals) }

    init(language: Language = .english) { self.language = language }

    func ask(_ screen: Screen) async -> ScreenAction {
        let (answers, answer) = AsyncStream<ScreenAction>.makeStream()
        state.withLock { state in
            state.screens.append(screen)
            state.answer = answer
        }
        arrivals.continuation.yield(screen)
        // Ends without an answer when the task is cancelled.
        for await given in answers { return given }
        return ScreenAction(action: Screen.cancelled)
    }

    /// Returns the next screen that appears.
    func shown() async -> Screen {
        for await screen in arrivals.stream { return screen }
        return Screen(id: "none", title: "")
    }

    func press(_ action: String) { state.withLock { _ = $0.answer?.yield(ScreenAction(action: action)) } }

    func show(_ screen: Screen) async {}
    func dismiss() async { state.withLock { $0.dismissals += 1 } }
}
