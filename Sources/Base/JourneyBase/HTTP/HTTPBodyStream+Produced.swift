internal import Synchronization

extension HTTPBodyStream {
    /// Creates a stream that `body` writes in a task of its own. The task starts with the first read and is cancelled when the
    /// reader stops.
    ///
    /// - Parameters:
    ///   - length: The number of bytes in all, if known.
    ///   - capacity: The number of unread bytes from which the writer waits.
    ///   - body: Writes the chunks. An error that it throws ends the stream.
    /// - Returns: The stream.
    /// - Throws: Nothing itself; reading the stream throws the error of `body`.
    public static func produced(
        length: Int? = nil, capacity: Int = 64 * 1024, _ body: @escaping @Sendable (HTTPBodyPipe) async throws -> Void
    ) -> HTTPBodyStream {
        let pipe = HTTPBodyPipe(capacity: capacity)
        let reading = pipe.stream
        let task = Mutex<(task: Task<Void, Never>?, isOver: Bool)>((nil, false))
        return HTTPBodyStream(
            length: length,
            next: {
                task.withLock { state in
                    guard state.task == nil, !state.isOver else { return }
                    state.task = Task {
                        do {
                            try await body(pipe)
                            pipe.finish()
                        } catch { pipe.finish(throwing: error) }
                    }
                }
                var iterator = reading.makeAsyncIterator()
                return try await iterator.next()
            },
            onCancel: {
                let running = task.withLock { state in
                    state.isOver = true
                    return state.task
                }
                running?.cancel()
                reading.cancel()
            })
    }
}
