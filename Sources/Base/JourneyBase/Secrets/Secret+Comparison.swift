extension Secret {
    /// Whether both hold the same bytes, in a time that depends on their lengths alone.
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
