internal import Foundation
internal import Synchronization

/// One flow at a time, for two would ask for two codes; and when the last code of a person was asked for, which outlives a
/// viewing.
final class CardTurns: Sendable {
    private struct State {
        var isRunning = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var codes: [CardUserID: Date] = [:]
    }

    private let state = Mutex(State())

    /// Takes the turn, unless it is taken.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    /// Takes the turn when it is free: first come, first served.
    func beginNext() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isRunning { state.waiting.append(continuation) }
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the turn to whoever waits for it.
    func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }

    func lastCode(of user: CardUserID) -> Date? { state.withLock { $0.codes[user] } }
    func note(_ moment: Date?, of user: CardUserID) { state.withLock { $0.codes[user] = moment } }
}

extension CardDetailsFlow {
    func lastCode(of user: CardUserID) -> Date? { turns.lastCode(of: user) }
    func noteCode(of user: CardUserID, at moment: Date?) { turns.note(moment, of: user) }
}
