import Synchronization

/// Suspends callers until it is opened.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var visitors: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                if !state.isOpen { state.visitors.append(continuation) }
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    func waitForVisitor() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.visitors.isEmpty { state.watchers.append(continuation) }
                return !state.visitors.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let visitors = state.withLock { state in
            state.isOpen = true
            defer { state.visitors = [] }
            return state.visitors
        }
        for visitor in visitors { visitor.resume() }
    }
}
