internal import JourneyBase

extension MediaType {
    /// Whether what it names is JSON in UTF-8: `application/json`, or a type with the suffix `+json` (RFC 6839, section 3.1).
    var isJSON: Bool {
        guard essence == "application/json" || essence.hasSuffix("+json") else { return false }
        return self["charset"].map { $0.lowercased() == "utf-8" } ?? true
    }

    /// How exactly this range, of a document's `content`, names `type`: 0 for not at all, else more for more exact.
    /// `text/plain` names `text/plain; charset=utf-8` too; a parameter that the range has must be there (OpenAPI 3.1, section
    /// 4.8.14.1: the most specific key applies). The parameter `charset` is the exception: what is JSON here is UTF-8.
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

    /// Whether it stands for more types than one.
    var isRange: Bool { essence.utf8.contains(UInt8(ascii: "*")) }
}
