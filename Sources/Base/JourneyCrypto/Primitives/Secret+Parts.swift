import JourneyBase

extension Secret {
    /// `before` and `secret`, one after the other, in locked memory.
    convenience init(_ before: [UInt8], _ secret: Secret) {
        self.init(count: before.count + secret.count) { memory in
            memory.copyBytes(from: before)
            secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[before.count...]).copyMemory(from: $0) }
        }
    }

    /// The first `count` bytes, as a secret of their own; itself when those are all.
    func prefix(_ count: Int) -> Secret {
        guard count < self.count else { return self }
        return Secret(count: count) { memory in
            withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// No bytes.
    static var empty: Secret { Secret(count: 0) { _ in } }

    /// `count` bytes of the system's generator, which fills the locked memory itself.
    static func random(count: Int) -> Secret {
        Secret(count: count) { SystemRandom.fill($0) }
    }
}
