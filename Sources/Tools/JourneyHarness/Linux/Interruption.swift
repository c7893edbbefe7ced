import Dispatch
import Glibc

/// Ctrl-C, a polite request to end, and the end of the parent.
package enum Interruption {
    /// Runs `body`; when SIGINT, SIGTERM or SIGHUP arrives, the caller's task is cancelled, or with `parent` when standard input
    /// ends, cancels its task and waits for it, so that what it started is put away. With `onHangUp`, SIGHUP asks for that instead, once at a time.
    package static func handled<Value: Sendable>(
        withParent: Bool = false, onHangUp: (@Sendable () async -> Void)? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let (hangUps, hungUp) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = Task { for await _ in hangUps { await onHangUp?() } }
        defer {
            hungUp.finish()
            listener.cancel()
        }
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                if number == SIGHUP, onHangUp != nil { hungUp.yield() } else { task.cancel() }
            }
            source.resume()
            return source
        }
        if withParent { LineReader.onEndOfInput { task.cancel() } }
        defer { for source in sources { source.cancel() } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Waits until the task is cancelled.
    package static func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}
