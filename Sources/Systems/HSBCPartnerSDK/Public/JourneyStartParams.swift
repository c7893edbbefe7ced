public import JourneyBase

/// What a host says of one journey that it starts. `docs/reference/partner-api.md` has the effect of each field and its test.
public struct JourneyStartParams: Sendable {
    /// Which journey; its manifest must be of this one.
    public var journeyId: String
    /// Who the person is, as the bank's own sign-in of the host said: sent as `Authorization: Bearer` to the gateway and
    /// to API calls on the manifest's origins, and nowhere else.
    public var contextToken: Secret
    /// Takes a run up again that was left (`HSBCPartnerSdk.unfinishedJourneys`); `nil` starts a new one. Good once: one that
    /// is used, superseded or of another installation is refused with `RESUME_REFUSED`, and nothing silently starts over.
    public var resumeToken: String?
    /// Who the person is to the host: a name that stays the same for as long as they do, and is nobody else's; 1 to 255
    /// bytes. A run that is left is then offered to them only, and goes on as theirs only. It never leaves the device, which
    /// keeps a keyed hash of it.
    public var subject: String?
    /// Pages and guards see it.
    public var productCode: String?
    /// Pages and guards see it.
    public var campaignId: String?
    /// Attributes `tracking.NAME` of the event `journey_begin`; nothing else sees them.
    public var trackingContext: [String: String]
    /// `false` takes a method away from pages and native steps. `true` adds nothing.
    public var capabilitiesOverride: [String: Bool]?
    /// Fetches a new context token when a server answers 401; `nil` where that cannot be done. It is asked once for all
    /// calls that wait, and has half a minute; where it throws, they fail with `AUTH_EXPIRED`.
    public var renewContextToken: (@Sendable () async throws -> Secret)?

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

    /// As above, with the token as text; the caller's copy stays where it is.
    public init(
        journeyId: String, contextToken: String, resumeToken: String? = nil, productCode: String? = nil,
        campaignId: String? = nil, trackingContext: [String: String] = [:],
        capabilitiesOverride: [String: Bool]? = nil, renewContextToken: (@Sendable () async throws -> Secret)? = nil
    ) {
        // Locked memory is scarce: of what is too long anyway, only as much is kept as shows it.
        let bytes = Array(contextToken.utf8.prefix(BearerToken.limit + 1))
        self.init(
            journeyId: journeyId, contextToken: Secret(copying: bytes), resumeToken: resumeToken,
            productCode: productCode, campaignId: campaignId, trackingContext: trackingContext,
            capabilitiesOverride: capabilitiesOverride, renewContextToken: renewContextToken)
    }
}

extension JourneyStartParams {
    /// The journey's name. Throws `CONFIGURATION_INVALID`.
    func checked() throws(JourneyError) -> JourneyID {
        guard let id = JourneyID(journeyId) else {
            throw JourneyError(.configurationInvalid, "The journeyId is no name of a journey.")
        }
        guard BearerToken.isUsable(contextToken) else {
            throw JourneyError(.configurationInvalid, "The contextToken is no bearer token.")
        }
        guard subject.map({ (1...255).contains($0.utf8.count) }) ?? true else {
            throw JourneyError(.configurationInvalid, "The subject is not 1 to 255 bytes long.")
        }
        return id
    }
}
