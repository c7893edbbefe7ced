/// The system's generator, which is asked once for all that is needed: each question is a call of the system.
package enum SystemRandom {
    /// `count` bytes, for what is no secret.
    @Sendable package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { memory, used in
            fill(UnsafeMutableRawBufferPointer(memory))
            used = count
        }
    }
}
