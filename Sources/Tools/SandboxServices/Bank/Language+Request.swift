package import JourneyBase

extension Language {
    /// Selects the first supported language of a request's `Accept-Language` (RFC 9110, section 12.5.4), or English.
    package init(acceptedBy request: HTTPRequest) {
        let ranges = (request.headers["Accept-Language"] ?? "").split(separator: ",").prefix(8)
        self.init(preferred: ranges.compactMap { $0.split { $0 == ";" || $0 == " " }.first.map(String.init) })
    }
}
