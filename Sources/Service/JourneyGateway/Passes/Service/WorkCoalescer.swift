import JourneyServer
import Synchronization

/// Processes concurrent requests in groups: while one group is processed, the next one collects. A request never waits for others
/// to arrive.
final class WorkCoalescer<Question: Sendable, Answer: Sendable>: Sendable {
    private struct Waiter {
        let question: Question
        let continuation: CheckedContinuation<Answer, any Error>
    }

    private struct State {
        var waiters: [Waiter] = []
        var isWorking = false
    }

    private let state = Mutex(State())
    private let most: Int
    private let work: @Sendable ([Question]) async throws -> [Answer]

    /// Creates a coalescer. `work` returns one answer per question, in order, for at most `most` questions.
    init(most: Int, _ work: @escaping @Sendable ([Question]) async throws -> [Answer]) {
        self.most = most
        self.work = work
    }

    func answer(_ question: Question) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiters.append(Waiter(question: question, continuation: continuation))
                defer { state.isWorking = true }
                return !state.isWorking
            }
            // A task of its own, so that a cancelled caller doesn't cancel the work of others.
            if isFirst { Task { await run() } }
        }
    }

    private func run() async {
        while let group = next() { await answer(group) }
    }

    private func next() -> [Waiter]? {
        state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isWorking = false
                return nil
            }
            defer { state.waiters.removeFirst(min(most, state.waiters.count)) }
            return Array(state.waiters.prefix(most))
        }
    }

    private func answer(_ group: [Waiter]) async {
        do {
            let answers = try await work(group.map(\.question))
            for (waiter, answer) in zip(group, answers) { waiter.continuation.resume(returning: answer) }
            // Missing answers must not leave callers waiting.
            for waiter in group.dropFirst(answers.count) { waiter.continuation.resume(throwing: CancellationError()) }
        } catch {
            guard group.count > 1, WorkCoalescer.isOfOne(error) else {
                for waiter in group { waiter.continuation.resume(throwing: error) }
                return
            }
            for waiter in group { await answer([waiter]) }
        }
    }

    /// `true` if a single question may have caused the error for its group.
    private static func isOfOne(_ error: any Error) -> Bool {
        switch (error as? DatabaseError)?.kind {
        case .constraint, .value: true
        default: false
        }
    }
}
