import JourneyBase

extension Secret {
    /// Creates the concatenation of `before` and `secret` in locked memory.
    convenience init(_ before: [UInt8], _ secret: Secret) {
        self.init(count: before.count + secret.count) { memory in
            memory.copyBytes(from: before)
            secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[before.count...]).copyMemory(from: $0) }
        }
    }

    /// Returns the first `count` bytes as a separate secret, or `self` when those are all.
    func prefix(_ count: Int) -> Secret {
        guard count < self.count else { return self }
        return Secret(count: count) { memory in
            withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// A secret without bytes.
    static var empty: Secret { Secret(count: 0) { _ in } }

    /// Returns `count` random bytes, which the system's generator writes directly into the locked memory.
    static func random(count: Int) -> Secret {
        Secret(count: count) { SystemRandom.fill($0) }
    }
}
