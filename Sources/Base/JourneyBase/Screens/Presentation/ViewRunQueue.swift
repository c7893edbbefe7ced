/// A queue for the runs of a view, one at a time. A run starts once, however often the view is drawn. A request that arrives
/// while one ends starts after it. Deallocation cancels the run.
@MainActor
package final class ViewRunQueue {
    /// One run. It calls `hasEnded` exactly once, when its result exists and before it reports it. `hasEnded` returns `false` if
    /// another run was requested meanwhile.
    package typealias Body = @MainActor (_ hasEnded: @escaping @MainActor () -> Bool) async -> Void

    private enum Phase { case idle, running, ending }

    private var phase = Phase.idle
    private var task: Task<Void, Never>?
    private var next: Body?

    package init() {}

    deinit { task?.cancel() }

    /// Starts `body`, unless a run is in progress. During the end of a run, it is queued.
    package func begin(_ body: @escaping Body) {
        switch phase {
        case .idle: start(body)
        case .running: break
        case .ending: next = body
        }
    }

    /// Cancels the current run and the queued one.
    package func cancel() {
        next = nil
        guard phase != .idle else { return }
        phase = .ending
        task?.cancel()
    }

    private func start(_ body: @escaping Body) {
        phase = .running
        // Weak, so that a run doesn't keep the view's state alive: its deallocation must cancel the run.
        task = Task { [weak self] in
            var isResultThere = false
            await body { [weak self] in
                guard !isResultThere else { return false }
                isResultThere = true
                return self?.resultCame() ?? true
            }
            self?.ended()
        }
    }

    private func resultCame() -> Bool {
        phase = .ending
        return next == nil
    }

    private func ended() {
        (phase, task) = (.idle, nil)
        guard let body = next else { return }
        next = nil
        start(body)
    }
}
