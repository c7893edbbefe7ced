/// A block of addresses in CIDR notation (RFC 4632, section 3.1; RFC 4291, section 2.3), such as `10.0.0.0/8` or `2001:db8::/32`.
public struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    private let first: ClientAddress
    /// The number of bits that all addresses of the block share.
    private let prefix: Int

    /// Reads a block. An address alone is the block of that one address, and IPv4 in IPv6's form (`::ffff:10.0.0.0/104`) is the
    /// IPv4 block.
    ///
    /// - Parameter text: An address and, after a slash, the length of its prefix in bits. The bits behind the prefix have to be zero:
    ///   `10.0.0.1/8` can be meant as one address or as many.
    /// - Returns: The block; `nil` for everything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = ClientAddress(text: parts[0]) else { return nil }
        let isSpelledInIPv6 = parts[0].utf8.contains(UInt8(ascii: ":"))
        var prefix = isSpelledInIPv6 ? 128 : 32
        if parts.count == 2 {
            guard let number = Int(parts[1]), "\(number)" == parts[1], (0...prefix).contains(number) else { return nil }
            prefix = number
        }
        if case .v4 = address, isSpelledInIPv6 { prefix -= 96 }
        guard prefix >= 0, AddressBlock.start(of: address, prefix) == address else { return nil }
        first = address
        self.prefix = prefix
    }

    /// The usual spelling, such as `10.0.0.0/8`.
    public var description: String { "\(first.text)/\(prefix)" }

    /// `true` if it is all addresses of its version.
    package var isEverything: Bool { prefix == 0 }

    /// Returns `true` if the address lies in the block. A block of IPv6 holds no IPv4 address, and none holds a peer on a Unix socket.
    func contains(_ address: ClientAddress) -> Bool { AddressBlock.start(of: address, prefix) == first }

    /// The address with all bits behind `prefix` cleared; `nil` where it has fewer.
    private static func start(of address: ClientAddress, _ prefix: Int) -> ClientAddress? {
        switch address {
        case .v4(let value): prefix > 32 ? nil : .v4(value & UInt32.max << (32 - prefix))
        case .v6(let high, let low):
            .v6(high: high & UInt64.max << max(0, 64 - prefix), low: low & UInt64.max << min(64, 128 - prefix))
        case .unix: nil
        }
    }
}
