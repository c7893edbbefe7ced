import JourneyBase
import Synchronization

/// The end of a presentation. A flow throws every end except its own success.
enum Ending: Error, Sendable {
    case success(OnSuccessModel)
    case failed(SDKError)
    case cancelled
}

/// Asks the questions of a presentation, so that its end can cancel them and a new language can redraw them.
final class FlowPrompter: Sendable {
    private struct State {
        /// The reason why no more questions are asked.
        var end: Ending?
        /// Cancels the current question or operation.
        var takeAway: (@Sendable () -> Void)?
        var redraws: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    /// Ends the presentation: cancels the current question and asks no more. The first reason counts.
    func stop(_ end: Ending) {
        let takeAway = state.withLock { state in
            state.end = state.end ?? end
            return state.takeAway
        }
        takeAway?()
    }

    /// Throws the end, if there is one.
    func check() throws(Ending) {
        if let end = state.withLock(\.end) { throw end }
    }

    /// Redraws the current question.
    func redraw() { _ = state.withLock { $0.redraws }?.yield() }

    /// Asks the question of `screen`, which is made again at each `redraw`. The presenter's own texts are in `language`, too.
    /// Throws the end if it comes first.
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
        // Wait, so that a late redraw does not cover the next screen.
        await drawing.value
        try check()
        return answer
    }

    /// Waits for `work`, which the end cancels. Throws the end if it comes first, else the error of `work`.
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
