import Synchronization

/// A value that only one thread may touch. Each access checks that, in release builds too, and ends the program on any other
/// thread.
final class ThreadConfined<Value>: Sendable {
    /// The thread; zero before it starts, while only the value's creator uses it.
    private let owner = Atomic<UInt>(0)
    // `withValue` alone reaches it, and has checked the thread.
    private nonisolated(unsafe) var value: Value

    init(_ value: sending Value) { self.value = value }

    /// Makes the calling thread the one.
    func adopt() { owner.store(currentThread(), ordering: .relaxed) }

    /// `true` if the caller is on that thread.
    var isOwn: Bool { owner.load(ordering: .relaxed) == currentThread() }

    /// Has `body` read or change the value. It must not ask for the value again.
    func withValue<Result>(_ body: (inout Value) -> Result) -> Result {
        let owner = owner.load(ordering: .relaxed)
        precondition(owner == 0 || owner == currentThread(), "A value was touched by another thread than its own.")
        return body(&value)
    }
}
