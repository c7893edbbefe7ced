/// What a view runs while it is asked to, one after the other: a run under way is begun once, however often the view is drawn, and
/// what is asked for while one ends begins after it. A run ends with its owner.
@MainActor
package final class ViewRunQueue {
    /// One run. It calls `hasEnded` when its result is there, before it tells anybody of it: `true` when whoever asked for this run
    /// has not asked for another meanwhile, and once only.
    package typealias Body = @MainActor (_ hasEnded: @escaping @MainActor () -> Bool) async -> Void

    private enum Phase { case idle, running, ending }

    private var phase = Phase.idle
    private var task: Task<Void, Never>?
    private var next: Body?

    package init() {}

    deinit { task?.cancel() }

    package func begin(_ body: @escaping Body) {
        switch phase {
        case .idle: start(body)
        case .running: break
        case .ending: next = body
        }
    }

    /// Cancels the run under way, and what was to begin after it.
    package func cancel() {
        next = nil
        guard phase != .idle else { return }
        phase = .ending
        task?.cancel()
    }

    private func start(_ body: @escaping Body) {
        phase = .running
        // Not `self`: a run under way keeps nothing of the view, whose end is to end it.
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
