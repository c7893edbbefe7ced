/// Holds all waiting tasks until it is opened.
actor Gate {
    private var isOpen = false
    private var hasArrived = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        hasArrived = true
        for watcher in watchers { watcher.resume() }
        watchers = []
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    /// Returns once a task waits.
    func arrived() async {
        if !hasArrived { await withCheckedContinuation { watchers.append($0) } }
    }

    func open() {
        isOpen = true
        for one in held { one.resume() }
        held = []
    }

    /// Waits until the calling task is cancelled, then opens.
    nonisolated func waitForCancellation() async {
        let stream = AsyncStream<Void> { _ in }
        for await _ in stream {}
        await open()
    }
}
