internal import JourneyBase

/// What every request of a run carries.
struct RequestIdentity: Sendable {
    let partnerID: String
    let clientID: String
    let language: String
    let token: Secret
    let traceID: String
    /// Whether this side tells of its part of the trace: the sampled flag. Only where the person has agreed to telemetry.
    var isRecorded = false

    /// The headers of one try: who asks, in which language, and its place in the trace. A header line is text, so this is
    /// where the token has to leave its locked memory.
    func headers(span: SpanID, isTokenIncluded: Bool) -> HTTPFields {
        var fields: HTTPFields = [
            "Accept": "application/json", "Accept-Language": language, "X-Partner-Id": partnerID,
            "X-Client-Id": clientID, "traceparent": "00-\(traceID)-\(span)-\(isRecorded ? "01" : "00")",
        ]
        if isTokenIncluded { fields["Authorization"] = authorization }
        return fields
    }

    /// The token as a header line.
    var authorization: String { token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) } }
}
