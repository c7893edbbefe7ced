internal import JourneyBase

/// Validates host names, IP addresses and email addresses.
enum NetworkFormat {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// Validates labels of letters, digits and inner hyphens (RFC 1123, section 2.1).
    static func isHostname(_ text: Text) -> Bool {
        guard (1...253).contains(text.count) else { return false }
        return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Validates four decimal numbers without leading zeros (RFC 2673, section 3.2).
    static func isIPv4(_ text: Text) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
                    && (part.count == 1 || part.first != UInt8(ascii: "0"))
                    && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
            }
    }

    /// Validates an IPv6 address (RFC 4291, section 2.2).
    static func isIPv6(_ text: Text) -> Bool {
        guard text.count <= 45 else { return false }
        var groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard groups.count >= 3, let last = groups.last else { return false }
        var count = groups.count
        let endsInIPv4 = last.contains(UInt8(ascii: "."))
        if endsInIPv4 {
            guard isIPv4(last) else { return false }
            groups.removeLast()
            count += 1
        }
        // `::` leaves one group empty; at either end of the text it leaves two.
        let empty = groups.indices.filter { groups[$0].isEmpty }
        var gaps = empty.count
        if empty.first == 0 {
            guard empty.contains(1) else { return false }
            gaps -= 1
            count -= 1
        }
        if !endsInIPv4, empty.last == groups.count - 1 {
            guard empty.contains(groups.count - 2) else { return false }
            gaps -= 1
            count -= 1
        }
        guard groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }) else { return false }
        return gaps == 0 ? count == 8 : gaps == 1 && count <= 8
    }

    /// Validates a mailbox (RFC 5321, section 4.1.2), without the rare quoted local parts and address literals.
    static func isEmail(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let mark = text.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = text[..<mark]
        guard (1...64).contains(local.count), isHostname(text[(mark + 1)...]) else { return false }
        return local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }
}
