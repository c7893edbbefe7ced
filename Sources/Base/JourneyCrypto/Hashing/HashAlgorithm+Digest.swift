extension HashAlgorithm {
    /// Returns the digest of `bytes`.
    package func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { out, written in
            bytes.withUnsafeBytes { hash($0, into: UnsafeMutableRawBufferPointer(out)) }
            written = count
        }
    }

    /// Writes the digest of `bytes` into the first `count` bytes of `digest`, which must have room for them.
    package func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count >= count, "the buffer is too small for the digest")
        Primitives.hash(self, bytes, into: digest)
    }
}
