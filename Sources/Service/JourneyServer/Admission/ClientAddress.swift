/// The address that a connection comes from.
package enum ClientAddress: Hashable, Sendable {
    /// An IPv4 address; its first byte is the highest.
    case v4(UInt32)
    /// An IPv6 address that is no IPv4 address in IPv6's form; its first byte is the highest of `high`.
    case v6(high: UInt64, low: UInt64)
    /// A peer on a Unix socket, which has no address.
    case unix

    /// The address of four or sixteen bytes in network order; an IPv4 address in IPv6's form (RFC 4291, section 2.5.5.2) is the
    /// IPv4 address.
    init?(_ bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16:
            self.init(
                high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }

    private init(high: UInt64, low: UInt64) {
        self = high == 0 && low >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low)
    }

    /// The address that limits count by: an IPv4 address itself, the first 64 bits of an IPv6 address, because one client has
    /// all addresses of such a network (RFC 4291, section 2.5.4). All peers on Unix sockets are one.
    package var group: ClientAddress {
        switch self {
        case .v4, .unix: self
        case .v6(let high, _): .v6(high: high, low: 0)
        }
    }

    /// `true` for the machine's own: 127.0.0.0/8 (RFC 1122, section 3.2.1.3) or `::1` (RFC 4291, section 2.5.3).
    var isLoopback: Bool {
        switch self {
        case .v4(let value): value >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        case .unix: false
        }
    }
}

extension ClientAddress {
    /// Reads an address.
    ///
    /// - Parameter text: Four decimal numbers without leading zeros, or an IPv6 address (RFC 4291, section 2.2) without brackets
    ///   and zone.
    package init?(text: some StringProtocol) { self.init(spelled: text.utf8) }

    /// The same, from the bytes of a text.
    init?(spelled bytes: some Collection<UInt8>) {
        // The longest is eight groups, the last two as an IPv4 address.
        guard bytes.count <= 45 else { return nil }
        if let value = ClientAddress.v4(bytes) {
            self = .v4(value)
        } else if let (high, low) = ClientAddress.v6(bytes) {
            self.init(high: high, low: low)
        } else {
            return nil
        }
    }

    private static func v4(_ bytes: some Collection<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        var part: UInt32 = 0
        var (parts, digits) = (0, 0)
        for byte in bytes {
            switch byte {
            case 0x30...0x39:
                // Some read a leading zero as the mark of an octal number.
                guard digits == 0 || part > 0 else { return nil }
                part = part * 10 + UInt32(byte - 0x30)
                digits += 1
                guard part <= 255 else { return nil }
            case UInt8(ascii: "."):
                guard digits > 0, parts < 3 else { return nil }
                value = value << 8 | part
                parts += 1
                (part, digits) = (0, 0)
            default: return nil
            }
        }
        return digits > 0 && parts == 3 ? value << 8 | part : nil
    }

    private static func v6(_ bytes: some Collection<UInt8>) -> (high: UInt64, low: UInt64)? {
        let colon = UInt8(ascii: ":")
        var groups: [UInt16] = []
        groups.reserveCapacity(8)
        /// The number of groups before `::`.
        var gap: Int?
        var rest = bytes[...]
        if rest.starts(with: [colon, colon]) {
            gap = 0
            rest = rest.dropFirst(2)
        }
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != colon }
            if digits.contains(UInt8(ascii: ".")) {
                guard digits.endIndex == rest.endIndex, let value = v4(digits) else { return nil }
                groups += [UInt16(value >> 16), UInt16(truncatingIfNeeded: value)]
                break
            }
            guard let group = group(digits), groups.count < 8 else { return nil }
            groups.append(group)
            rest = rest[digits.endIndex...]
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            guard let next = rest.first else { return nil }
            if next == colon {
                guard gap == nil else { return nil }
                gap = groups.count
                rest = rest.dropFirst()
            }
        }
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        return (
            groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }, groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
        )
    }

    private static func group(_ digits: some Collection<UInt8>) -> UInt16? {
        guard (1...4).contains(digits.count) else { return nil }
        var value: UInt16 = 0
        for byte in digits {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt16(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt16((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        return value
    }
}

extension ClientAddress {
    /// The whole address, such as `203.0.113.7` or `2001:db8:1:2::3`; `unix` for a peer on a Unix socket.
    package var text: String {
        switch self {
        case .v4(let value):
            stride(from: 24, through: 0, by: -8).map { "\(value >> UInt32($0) & 0xFF)" }.joined(separator: ".")
        case .v6(let high, let low): ClientAddress.text(high, low)
        case .unix: "unix"
        }
    }

    /// The address's network, such as `203.0.113.0/24` or `2001:db8:1::/48`: what is left names no household.
    package var truncated: String {
        switch self {
        case .v4(let value): ClientAddress.v4(value & ~0xFF).text + "/24"
        case .v6(let high, _): ClientAddress.text(high & ~0xFFFF, 0) + "/48"
        case .unix: "unix"
        }
    }

    /// The spelling of RFC 5952, section 4.
    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        let groups = [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        /// The longest run of zeros, the first of those that are as long; a single group is not shortened (section 4.2.2).
        var longest = 0..<0
        var index = 0
        while index < 8 {
            let end = groups[index...].firstIndex { $0 != 0 } ?? 8
            if end - index > max(1, longest.count) { longest = index..<end }
            index = end + 1
        }
        func spelled(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longest.isEmpty else { return spelled(groups[...]) }
        return spelled(groups[..<longest.lowerBound]) + "::" + spelled(groups[longest.upperBound...])
    }
}
