/// A gate that is open while something is visible, for tasks that wait for it.
@MainActor
package final class VisibilityGate {
    private var isThere = false
    private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var count = 0

    package init() {}

    /// Opens the gate and resumes the waiting tasks.
    package func open() {
        isThere = true
        let waiting = waiting.sorted { $0.key < $1.key }
        self.waiting = [:]
        for (_, continuation) in waiting { continuation.resume(returning: true) }
    }

    /// Closes the gate.
    package func close() { isThere = false }

    /// Returns `true` when the gate is open, or `false` as soon as the task is cancelled.
    package func wait() async -> Bool {
        count += 1
        let number = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: false) }
                if isThere { return continuation.resume(returning: true) }
                waiting[number] = continuation
            }
        } onCancel: {
            Task { @MainActor in self.waiting.removeValue(forKey: number)?.resume(returning: false) }
        }
    }
}
