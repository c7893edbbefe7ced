import Dispatch
import Glibc

/// Interruption by Ctrl-C, termination signals, and the end of the parent process.
package enum Interruption {
    /// Runs `body` in a task, and cancels the task on SIGINT, SIGTERM or SIGHUP, on cancellation of the caller, or with `parent`
    /// when standard input ends. Waits for the task, so that it can clean up. With `onHangUp`, SIGHUP calls that instead, one
    /// call at a time.
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
