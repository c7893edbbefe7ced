internal import JourneyBase

/// What every request of a run carries.
struct RequestIdentity: Sendable {
    let partnerID: String
    let clientID: String
    let language: String
    let token: Secret
    let traceID: String

    /// The headers of one try: who asks, in which language, and its place in the trace. A header line is text, so this is
    /// where the token has to leave its locked memory.
    func headers(span: [UInt8], isTokenIncluded: Bool) -> HTTPFields {
        var fields: HTTPFields = [
            "Accept": "application/json", "Accept-Language": language, "X-Partner-Id": partnerID,
            "X-Client-Id": clientID, "traceparent": "00-\(traceID)-\(Hex.encode(span))-01",
        ]
        if isTokenIncluded {
            fields["Authorization"] = token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
        }
        return fields
    }
}
