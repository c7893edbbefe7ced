internal import JourneyBase
internal import JourneyWire

/// The identity that every request of a run carries.
struct RequestIdentity: Sendable {
    let partnerID: String
    let clientID: String
    /// The host's language until the manifest is known, then the journey's.
    var language: String
    var token: ContextToken
    let traceID: String
    /// `true` when telemetry records this side of the trace: the sampled flag. Only with the person's consent.
    var isRecorded = false

    /// Returns the headers of one attempt: partner and client, language, token, and trace position (W3C Trace Context).
    func headers(span: SpanID, token: ContextToken.CurrentToken?) -> HTTPFields {
        var fields: HTTPFields = [
            "Accept": "application/json", "Accept-Language": language,
            "traceparent": "00-\(traceID)-\(span)-\(isRecorded ? "01" : "00")",
            GatewayContract.partnerHeader: partnerID, GatewayContract.clientHeader: clientID,
        ]
        fields["Authorization"] = token?.authorization
        return fields
    }
}
