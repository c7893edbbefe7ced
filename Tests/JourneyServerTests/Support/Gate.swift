/// Holds all waiting tasks until it is opened.
actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func wait() async {
        arrivals += 1
        for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= arrivals }
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    /// Returns once `count` tasks have waited.
    func arrived(_ count: Int = 1) async {
        if arrivals < count { await withCheckedContinuation { watchers.append((count, $0)) } }
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
