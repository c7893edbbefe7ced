/// The system's random number generator. Each call is one system call, whatever the number of bytes.
package enum SystemRandom {
    /// Returns `count` random bytes. For values that aren't secret: the array isn't wiped.
    @Sendable package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { memory, used in
            fill(UnsafeMutableRawBufferPointer(memory))
            used = count
        }
    }
}
