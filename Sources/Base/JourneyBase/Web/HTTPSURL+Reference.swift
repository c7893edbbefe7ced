/// Addresses that are written relative to another one, as a `Location` field may be.
extension HTTPSURL {
    /// What `reference` leads to from here (RFC 3986, section 5.2), without its fragment; `nil` when that is no address
    /// that journeys know: another scheme, or anything else that `HTTPSURL` refuses.
    ///
    /// Dot segments of a relative path are resolved, as they have to be; an absolute address may hold none.
    package func resolving(_ reference: String) -> HTTPSURL? {
        let text = String(reference.prefix { $0 != "#" })
        if text.isEmpty { return self }
        if text.utf8.starts(with: "//".utf8) { return HTTPSURL("https:\(text)") }
        guard !HTTPSURL.hasScheme(text) else { return HTTPSURL(text) }
        let path = text.prefix { $0 != "?" }
        let query = path.endIndex == text.endIndex ? nil : String(text[path.endIndex...].dropFirst())
        if path.isEmpty { return HTTPSURL(origin: origin, path: self.path, query: query) }
        let folder = self.path.prefix(through: self.path.lastIndex(of: "/") ?? self.path.startIndex)
        let whole = path.utf8.first == UInt8(ascii: "/") ? String(path) : String(folder + path)
        return HTTPSURL(origin: origin, path: HTTPSURL.withoutDotSegments(whole), query: query)
    }

    /// Whether a colon comes before any slash or question mark (RFC 3986, section 4.2): then what stands before it is a
    /// scheme.
    private static func hasScheme(_ text: String) -> Bool {
        let first = text.utf8.first { "/?:".utf8.contains($0) }
        return first == UInt8(ascii: ":")
    }

    /// RFC 3986, section 5.2.4, by segments. `path` starts with a slash.
    private static func withoutDotSegments(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
