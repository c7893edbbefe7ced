/// A value, such as a pointer to an object of a C library, that all threads may use at once: it is set once, and what it leads to is
/// never changed, or is counted and locked by its library.
///
/// The compiler can't see this, and no thread owns the value, so there is nothing to assert: whoever creates one says beside it why
/// it is so. State that changes belongs to one thread or behind a lock.
package struct ThreadSafe<Value>: Sendable {
    // For the reason above.
    package nonisolated(unsafe) let value: Value

    /// Wraps `value`.
    package init(_ value: Value) { self.value = value }
}
