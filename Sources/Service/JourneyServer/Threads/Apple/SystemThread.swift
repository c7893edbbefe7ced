import Foundation

/// Runs `body` on a new, detached thread.
///
/// - Returns: `true`: Foundation reports no failure.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    Thread.detachNewThread(body)
    return true
}

/// The calling thread, as a number that no other living thread has.
func currentThread() -> UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }
