import Glibc

/// Runs `body` on a new, detached thread of the system's (`pthread_create`).
///
/// - Returns: Whether the system has given a thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    let status = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        box.release()
        return false
    }
    pthread_detach(thread)
    return true
}

/// The calling thread, as a number that no other living thread has.
func currentThread() -> UInt { UInt(pthread_self()) }

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
