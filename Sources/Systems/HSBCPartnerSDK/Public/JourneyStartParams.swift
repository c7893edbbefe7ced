public import JourneyBase

/// The inputs of one start. `docs/reference/partner-api.md` lists the effect of each field and its test.
public struct JourneyStartParams: Sendable {
    /// The journey's id. Its manifest must have the same id.
    public var journeyId: String
    /// The person's token from the host's sign-in with the bank.
    ///
    /// Sent as `Authorization: Bearer` to the gateway and to API calls on the manifest's origins, and nowhere else.
    public var contextToken: Secret
    /// The token of a suspended run to resume (`HSBCPartnerSdk.unfinishedJourneys`); `nil` starts a new run.
    ///
    /// A token is valid once. A used or superseded token, or one of another installation, fails with `RESUME_REFUSED`; no new run
    /// starts instead.
    public var resumeToken: String?
    /// The host's stable and unique id of the person, 1 to 255 bytes.
    ///
    /// A suspended run is offered to this person only, and can be resumed by them only. The id never leaves the device, which
    /// stores a keyed hash of it.
    public var subject: String?
    /// The product code, visible to pages and guards.
    public var productCode: String?
    /// The campaign id, visible to pages and guards.
    public var campaignId: String?
    /// Attributes `tracking.NAME` of the event `journey_begin`; used nowhere else.
    public var trackingContext: [String: String]
    /// Methods to disable for pages and native steps, mapped to `false`. `true` has no effect.
    public var capabilitiesOverride: [String: Bool]?
    /// Fetches a new context token after a 401 response; `nil` where that is impossible.
    ///
    /// It is called once for all waiting calls and has 30 seconds. When it throws, the calls fail with `AUTH_EXPIRED`.
    public var renewContextToken: (@Sendable () async throws -> Secret)?

    /// Creates parameters from a token in locked memory.
    ///
    /// - Parameters:
    ///   - journeyId: The journey's id.
    ///   - contextToken: The person's token.
    ///   - resumeToken: The token of a suspended run to resume.
    ///   - productCode: The product code, visible to pages and guards.
    ///   - campaignId: The campaign id, visible to pages and guards.
    ///   - trackingContext: Attributes of the event `journey_begin`.
    ///   - capabilitiesOverride: Methods to disable, mapped to `false`.
    ///   - renewContextToken: Fetches a new token after a 401 response. When it throws, the calls fail with `AUTH_EXPIRED`.
    public init(
        journeyId: String, contextToken: Secret, resumeToken: String? = nil, productCode: String? = nil,
        campaignId: String? = nil, trackingContext: [String: String] = [:],
        capabilitiesOverride: [String: Bool]? = nil, renewContextToken: (@Sendable () async throws -> Secret)? = nil
    ) {
        self.journeyId = journeyId
        self.contextToken = contextToken
        self.resumeToken = resumeToken
        self.productCode = productCode
        self.campaignId = campaignId
        self.trackingContext = trackingContext
        self.capabilitiesOverride = capabilitiesOverride
        self.renewContextToken = renewContextToken
    }

    /// Creates parameters from a token in a `String`. The caller's copy remains in memory.
    ///
    /// - Parameters:
    ///   - journeyId: The journey's id.
    ///   - contextToken: The person's token.
    ///   - resumeToken: The token of a suspended run to resume.
    ///   - productCode: The product code, visible to pages and guards.
    ///   - campaignId: The campaign id, visible to pages and guards.
    ///   - trackingContext: Attributes of the event `journey_begin`.
    ///   - capabilitiesOverride: Methods to disable, mapped to `false`.
    ///   - renewContextToken: Fetches a new token after a 401 response. When it throws, the calls fail with `AUTH_EXPIRED`.
    public init(
        journeyId: String, contextToken: String, resumeToken: String? = nil, productCode: String? = nil,
        campaignId: String? = nil, trackingContext: [String: String] = [:],
        capabilitiesOverride: [String: Bool]? = nil, renewContextToken: (@Sendable () async throws -> Secret)? = nil
    ) {
        // Locked memory is scarce: of an overlong token only enough is kept to detect it.
        let bytes = Array(contextToken.utf8.prefix(BearerToken.limit + 1))
        self.init(
            journeyId: journeyId, contextToken: Secret(copying: bytes), resumeToken: resumeToken,
            productCode: productCode, campaignId: campaignId, trackingContext: trackingContext,
            capabilitiesOverride: capabilitiesOverride, renewContextToken: renewContextToken)
    }
}

extension JourneyStartParams {
    /// Returns the journey's id. Throws `CONFIGURATION_INVALID`.
    func checked() throws(JourneyError) -> JourneyID {
        guard let id = JourneyID(journeyId) else {
            throw JourneyError(.configurationInvalid, "The journeyId is not a valid journey id.")
        }
        guard BearerToken.isUsable(contextToken) else {
            throw JourneyError(
                .configurationInvalid,
                "The contextToken is not a bearer token of 1 to 4,096 bytes (RFC 6750, section 2.1).")
        }
        guard subject.map({ (1...255).contains($0.utf8.count) }) ?? true else {
            throw JourneyError(.configurationInvalid, "The subject is not 1 to 255 bytes long.")
        }
        return id
    }
}
