/// Lets one run of a desk begin when those before it have ended: who comes back at once finds nothing half done.
actor DeskTurns {
    private var last: Task<Void, Never>?

    /// Does `body` in its turn. Cancelling the task cancels `body`, and waits for its end.
    func run(_ body: @escaping @Sendable () async -> Void) async {
        let before = last
        let task = Task {
            await before?.value
            await body()
        }
        last = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
