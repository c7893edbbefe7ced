/// Comparison of names: a safe subset of RFC 5280, section 7.1.
///
/// Two names match when their relative names match one by one, as sets. Two attributes match when their types are the
/// same and either their values are the same bytes with the same tag, or both values are PrintableString, UTF8String or
/// IA5String and are equal after ASCII letters were made lower-case and spaces were trimmed and folded. Letters beyond
/// ASCII are compared as they are: no tables of Unicode stand between two names.
extension DistinguishedName {
    /// Whether the two name the same.
    package func matches(_ other: DistinguishedName) -> Bool {
        encoded == other.encoded
            || relativeNames.count == other.relativeNames.count && other.begins(with: self)
    }

    /// Whether the first relative names are those of `prefix`: whether this lies in the subtree below it.
    func begins(with prefix: DistinguishedName) -> Bool {
        guard prefix.relativeNames.count <= relativeNames.count else { return false }
        return zip(prefix.relativeNames, relativeNames).allSatisfy { a, b in
            a.count == b.count && DistinguishedName.forms(a) == DistinguishedName.forms(b)
        }
    }

    /// Whether this might lie below `prefix` for somebody who compares by wider rules than these: so that what is forbidden
    /// is not reached by another spelling.
    func mightBegin(with prefix: DistinguishedName) -> Bool {
        guard prefix.relativeNames.count <= relativeNames.count else { return false }
        return zip(prefix.relativeNames, relativeNames).allSatisfy { a, b in
            guard a.count == b.count else { return false }
            guard !(a + b).allSatisfy(\.isPlain) else {
                return DistinguishedName.forms(a) == DistinguishedName.forms(b)
            }
            return Set(a.map(\.type)) == Set(b.map(\.type))
        }
    }

    private static func forms(_ attributes: [Attribute]) -> [[UInt8]] {
        attributes.map(\.form).sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension DistinguishedName.Attribute {
    private var isFoldable: Bool {
        value.tag == .printableString || value.tag == .utf8String || value.tag == .ia5String
    }

    /// Whether all rules of comparison agree about it.
    fileprivate var isPlain: Bool { isFoldable && value.content.allSatisfy { $0 < 0x80 } }

    /// Bytes that are equal exactly when two attributes match.
    fileprivate var form: [UInt8] {
        guard isFoldable else { return type.encoded + [0] + value.encoded }
        var folded: [UInt8] = []
        for byte in value.content {
            if byte == 0x20 {
                if folded.last != 0x20, !folded.isEmpty { folded.append(byte) }
            } else {
                folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        if folded.last == 0x20 { folded.removeLast() }
        return type.encoded + [1] + folded
    }
}
