public import JourneyBase

extension HTTPRequest {
    /// Returns `true` if the request has exactly one `Content-Type` (RFC 9110, section 8.3), it is `essence`, such as
    /// `application/json`, in UTF-8, and the body isn't compressed. Services answer other requests with 415.
    public func hasBody(of essence: String) -> Bool {
        let types = headers.values(of: "Content-Type")
        guard types.count == 1, let type = MediaType(types[0]), type.essence == essence else { return false }
        return type.parameters.allSatisfy { $0.name == "charset" && $0.value.lowercased() == "utf-8" }
            && headers.values(of: "Content-Encoding").allSatisfy { $0 == "identity" }
    }
}
