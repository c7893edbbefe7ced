public import JourneyBase

extension HTTPRequest {
    /// Returns `true` if the body is said to be of `essence` (such as `application/json`): in UTF-8, not compressed, and said once
    /// (RFC 9110, section 8.3). Others are answered 415.
    public func hasBody(of essence: String) -> Bool {
        let types = headers.values(of: "Content-Type")
        guard types.count == 1, let type = MediaType(types[0]), type.essence == essence else { return false }
        return type.parameters.allSatisfy { $0.name == "charset" && $0.value.lowercased() == "utf-8" }
            && headers.values(of: "Content-Encoding").allSatisfy { $0 == "identity" }
    }
}
