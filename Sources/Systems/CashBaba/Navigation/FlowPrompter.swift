import JourneyBase
import Synchronization

/// How a presentation ends; thrown by a flow for every end but its own success.
enum Ending: Error, Sendable {
    case success(OnSuccessModel)
    case failed(SDKError)
    case cancelled
}

/// Where a presentation's questions are asked, so that its end can take them away and a new language can draw them anew.
final class FlowPrompter: Sendable {
    private struct State {
        /// Why no question is asked any more.
        var end: Ending?
        /// Takes away what the person is busy with.
        var takeAway: (@Sendable () -> Void)?
        var redraws: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    /// It is over: what stands is taken away, and nothing is asked any more. The first reason counts.
    func stop(_ end: Ending) {
        let takeAway = state.withLock { state in
            state.end = state.end ?? end
            return state.takeAway
        }
        takeAway?()
    }

    /// Throws the end, when it has come.
    func check() throws(Ending) {
        if let end = state.withLock(\.end) { throw end }
    }

    /// Draws the question that stands anew.
    func redraw() { _ = state.withLock { $0.redraws }?.yield() }

    /// Asks what `screen` makes at the moment of asking, and at each `redraw` again; the drawer's own words are in `language`
    /// as well. Throws the end when it came first.
    func ask(
        _ screen: @escaping @Sendable () -> Screen, in language: @escaping @Sendable () -> Language,
        over presenter: any Presenter
    ) async throws(Ending) -> ScreenAction {
        try check()
        await presenter.speak(language())
        let (changes, redraws) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.redraws = redraws }
        let drawing = Task {
            for await _ in changes {
                await presenter.speak(language())
                await presenter.show(screen())
            }
        }
        let answer = await during { await presenter.ask(screen()) }
        state.withLock { $0.redraws = nil }
        redraws.finish()
        drawing.cancel()
        // A drawing under way must not come after what follows.
        await drawing.value
        try check()
        return answer
    }

    /// Waits for `work`, which is cancelled by the end. Throws the end when it came first, else what `work` throws.
    func hold<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try check()
        let result = await during { () -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }
        try check()
        return try result.get()
    }

    private func during<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task(operation: work)
        let isOver = state.withLock { state in
            state.takeAway = { task.cancel() }
            return state.end != nil
        }
        if isOver || Task.isCancelled { task.cancel() }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.takeAway = nil }
        return value
    }
}
