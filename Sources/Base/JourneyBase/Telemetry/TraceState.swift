/// The `tracestate` that tracing systems propagate with a trace (W3C Trace Context, section 3.3): at most 32 members, newest
/// first, and 512 bytes. This package forwards it and adds nothing.
package struct TraceState: Hashable, Sendable, CustomStringConvertible {
    /// The member of one system.
    struct Member: Hashable, Sendable {
        let key: String
        let value: String
    }

    let members: [Member]

    /// Creates an empty list.
    init() { members = [] }

    /// Parses a list of members. Returns `nil` if one is malformed, a key repeats or a limit is exceeded.
    package init?(_ text: String) {
        guard text.utf8.count <= 512 else { return nil }
        var members: [Member] = []
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            let entry = TraceState.trimmed(entry)
            // Empty members are allowed (section 3.3.1.1).
            if entry.isEmpty { continue }
            guard let mark = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = entry[..<mark]
            let value = entry[entry.utf8.index(after: mark)...]
            guard TraceState.isKey(key.utf8), TraceState.isValue(value.utf8),
                !members.contains(where: { $0.key == key })
            else { return nil }
            members.append(Member(key: String(key), value: String(value)))
        }
        guard members.count <= 32 else { return nil }
        self.members = members
    }

    package var isEmpty: Bool { members.isEmpty }

    /// The header value.
    package var description: String { members.map { "\($0.key)=\($0.value)" }.joined(separator: ",") }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    /// Returns `true` for a lower-case letter followed by up to 255 characters, or a tenant of up to 241 and a system of up to
    /// 14, separated by `@`.
    private static func isKey(_ key: Substring.UTF8View) -> Bool {
        let parts = key.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isPlain = { (part: Substring.UTF8View) in
            part.allSatisfy { $0.isLowerCaseLetter || $0.isDigit || "_-*/".utf8.contains($0) }
        }
        switch parts.count {
        case 1: return (1...256).contains(key.count) && key.first.map(\.isLowerCaseLetter) ?? false && isPlain(key)
        case 2:
            let (tenant, system) = (parts[0], parts[1])
            return (1...241).contains(tenant.count) && (1...14).contains(system.count)
                && tenant.first.map { $0.isLowerCaseLetter || $0.isDigit } ?? false
                && system.first.map(\.isLowerCaseLetter) ?? false && isPlain(tenant) && isPlain(system)
        default: return false
        }
    }

    /// Returns `true` for 1 to 256 visible ASCII characters and inner spaces, without commas and equals signs.
    private static func isValue(_ value: Substring.UTF8View) -> Bool {
        (1...256).contains(value.count) && value.last != 0x20
            && value.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
    }
}
