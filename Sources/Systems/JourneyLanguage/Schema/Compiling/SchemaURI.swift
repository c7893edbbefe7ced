internal import JourneyBase

/// A URI or relative reference (RFC 3986), as far as `$id` and `$ref` need it.
struct SchemaURI: Hashable {
    private var scheme: Substring?
    private var authority: Substring?
    private var path: Substring
    private var query: Substring?
    /// The fragment without `#`, still percent-encoded.
    var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = rest[rest.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), SchemaURI.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }

    /// Returns this reference resolved against `base` (section 5.2.2).
    func resolved(against base: SchemaURI) -> SchemaURI {
        var target = self
        if scheme != nil {
            target.path = SchemaURI.withoutDots(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = SchemaURI.withoutDots(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.hasPrefix("/") {
            target.path = SchemaURI.withoutDots(path)
        } else if base.authority != nil, base.path.isEmpty {
            target.path = SchemaURI.withoutDots("/" + path)
        } else {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
            target.path = SchemaURI.withoutDots(folder + path)
        }
        return target
    }

    /// Removes dot segments (section 5.2.4).
    private static func withoutDots(_ path: Substring) -> Substring {
        guard path.contains("./") || path.hasSuffix(".") else { return path }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var out: [Substring] = []
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { out.append("") }
            case "..":
                if out.count > 1 || out.first?.isEmpty == false { out.removeLast() }
                if isLast { out.append("") }
            default: out.append(part)
            }
        }
        return out.joined(separator: "/")[...]
    }

    /// The URI without its fragment.
    var absolute: String {
        let start = (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "")
        return start + String(path) + (query.map { "?\($0)" } ?? "")
    }

    /// The percent-decoded fragment; empty if there is none, `nil` if it is malformed.
    var decodedFragment: String? {
        guard let fragment, fragment.contains("%") else { return String(fragment ?? "") }
        var bytes: [UInt8] = []
        var rest = Array(fragment.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)) else {
                return nil
            }
            bytes += decoded
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
