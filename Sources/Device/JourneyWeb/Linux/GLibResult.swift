internal import CWebKitGTK

/// Awaits GLib's asynchronous calls.
enum GLibResult {
    /// Calls `start` with a callback and its data, and returns the result of `finish`.
    @GTKActor
    static func of<Value: Sendable>(
        _ start: @GTKActor (GAsyncReadyCallback, gpointer) -> Void,
        finish: @escaping @GTKActor (OpaquePointer?) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let box = Box { result in continuation.resume(returning: finish(result)) }
            start(
                { _, result, data in
                    // Addresses, because pointers may not cross into the closure; the thread is the same.
                    let outcome = UInt(bitPattern: result)
                    let address = UInt(bitPattern: data)
                    GTKActor.assumeIsolated {
                        guard let data = UnsafeRawPointer(bitPattern: address) else { return }
                        Unmanaged<Box>.fromOpaque(data).takeRetainedValue().resume(OpaquePointer(bitPattern: outcome))
                    }
                }, Unmanaged.passRetained(box).toOpaque())
        }
    }

    /// A closure that C can carry.
    @GTKActor
    private final class Box {
        let resume: @GTKActor (OpaquePointer?) -> Void
        init(_ resume: @escaping @GTKActor (OpaquePointer?) -> Void) { self.resume = resume }
    }
}
