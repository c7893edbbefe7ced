package import JourneyBase

extension MediaType {
    /// `true` for JSON in UTF-8: `application/json`, or a type with the suffix `+json` (RFC 6839, section 3.1).
    package var isJSON: Bool {
        guard essence == "application/json" || essence.hasSuffix("+json") else { return false }
        return self["charset"].map { $0.lowercased() == "utf-8" } ?? true
    }

    /// Returns how specifically this range of a document's `content` matches `type`: 0 for no match, higher for more specific.
    ///
    /// `text/plain` also matches `text/plain; charset=utf-8`; a parameter of the range must be present (OpenAPI 3.1, section
    /// 4.8.14.1: the most specific key applies). The parameter `charset` is exempt, because JSON is always UTF-8 here.
    func match(_ type: MediaType) -> Int {
        let own = parameters.filter { $0.name != "charset" }
        guard own.allSatisfy({ type[$0.name]?.lowercased() == $0.value.lowercased() }) else { return 0 }
        if essence == type.essence {
            return 100 + parameters.count { type[$0.name]?.lowercased() == $0.value.lowercased() }
        }
        let family = essence.dropLast(1)
        if essence.hasSuffix("/*"), essence != "*/*", type.essence.hasPrefix(family) { return 2 }
        return essence == "*/*" ? 1 : 0
    }

    /// `true` if the range stands for more than one type.
    var isRange: Bool { essence.utf8.contains(UInt8(ascii: "*")) }
}
