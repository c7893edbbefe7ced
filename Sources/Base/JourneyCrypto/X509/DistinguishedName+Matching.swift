/// Name comparison: a safe subset of RFC 5280, section 7.1.
///
/// Two names match when their relative names match one by one, as sets. Two attributes match when their types are equal and their
/// values have the same bytes and tag. They also match when both values are PrintableString, UTF8String or IA5String and are
/// equal after ASCII case folding and after trimming and collapsing spaces. Non-ASCII letters are compared byte for byte, without
/// Unicode tables.
extension DistinguishedName {
    /// Returns `true` if the two names match.
    package func matches(_ other: DistinguishedName) -> Bool {
        encoded == other.encoded
            || relativeNames.count == other.relativeNames.count && other.begins(with: self)
    }

    /// Returns `true` if the first relative names match those of `prefix`, so that this name is in its subtree.
    func begins(with prefix: DistinguishedName) -> Bool {
        guard prefix.relativeNames.count <= relativeNames.count else { return false }
        return zip(prefix.relativeNames, relativeNames).allSatisfy { a, b in
            a.count == b.count && DistinguishedName.forms(a) == DistinguishedName.forms(b)
        }
    }

    /// Returns `true` if another implementation with more lenient rules might place this name below `prefix`. Another spelling
    /// thus cannot evade an exclusion.
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

    /// `true` if all comparison rules agree about the value.
    fileprivate var isPlain: Bool { isFoldable && value.content.allSatisfy { $0 < 0x80 } }

    /// The normalised bytes, which are equal exactly when two attributes match.
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
