import JourneyServer
import Synchronization

/// Work that is done for all who ask meanwhile at once: while one group is under way, the next one gathers. Nobody waits for
/// others to come.
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

    /// `work` gives one answer for each question, in order, for at most `most` of them.
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
            // Nobody's own: a caller that goes away takes no other's work along.
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
            // A promise that is not kept must not leave anybody waiting.
            for waiter in group.dropFirst(answers.count) { waiter.continuation.resume(throwing: CancellationError()) }
        } catch {
            guard group.count > 1, WorkCoalescer.isOfOne(error) else {
                for waiter in group { waiter.continuation.resume(throwing: error) }
                return
            }
            for waiter in group { await answer([waiter]) }
        }
    }

    /// Whether one question may have spoiled it for the others.
    private static func isOfOne(_ error: any Error) -> Bool {
        switch (error as? DatabaseError)?.kind {
        case .constraint, .value: true
        default: false
        }
    }
}
