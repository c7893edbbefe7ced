/// Resolution of relative references, such as in a `Location` field.
extension HTTPSURL {
    /// Resolves `reference` against this URL (RFC 3986, section 5.2) and drops its fragment.
    ///
    /// Dot segments of a relative path are resolved; an absolute URL must not have any.
    ///
    /// - Parameter reference: A relative reference or an absolute URL.
    /// - Returns: The URL, or `nil` for another scheme or anything else that `HTTPSURL` refuses.
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

    /// Returns `true` if a colon precedes any slash or question mark (RFC 3986, section 4.2): then the text before it is a
    /// scheme.
    private static func hasScheme(_ text: String) -> Bool {
        let first = text.utf8.first { "/?:".utf8.contains($0) }
        return first == UInt8(ascii: ":")
    }

    /// Removes dot segments by RFC 3986, section 5.2.4. `path` must start with a slash.
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
