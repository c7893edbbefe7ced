import Synchronization

/// Lets in one at a time for each key, in the order in which they come.
final class Turns: Sendable {
    /// Who waits, by the keys that somebody has.
    private let waiting = Mutex<[[UInt8]: [CheckedContinuation<Void, Never>]]>([:])

    func taking<Value: Sendable>(_ key: [UInt8], _ body: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        let value = await body()
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
        return value
    }
}
