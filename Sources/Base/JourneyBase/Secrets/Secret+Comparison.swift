extension Secret {
    /// Compares two secrets in a time that depends on their lengths only.
    ///
    /// - Parameter other: The other secret.
    /// - Returns: `true` if both hold the same bytes.
    public func hasSameBytes(as other: Secret) -> Bool {
        withBytes { one in
            other.withBytes { other in
                guard one.count == other.count else { return false }
                var difference: UInt8 = 0
                for index in one.indices { difference |= one[index] ^ other[index] }
                return difference == 0
            }
        }
    }
}
