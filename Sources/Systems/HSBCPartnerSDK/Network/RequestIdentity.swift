internal import JourneyBase
internal import JourneyWire

/// What every request of a run carries.
struct RequestIdentity: Sendable {
    let partnerID: String
    let clientID: String
    /// The host's language until the manifest is known, then the one that the journey speaks.
    var language: String
    var token: ContextToken
    let traceID: String
    /// Whether this side tells of its part of the trace: the sampled flag. Only where the person has agreed to telemetry.
    var isRecorded = false

    /// The headers of one try: who asks, in which language, with which token, and its place in the trace (W3C Trace
    /// Context).
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
