public import JourneyBase

/// What a host says of one journey that it starts. `docs/partner-api.md` has the effect of each field and its test.
public struct JourneyStartParams: Sendable {
    /// Which journey; its manifest must be of this one.
    public var journeyId: String
    /// Who the person is, as the bank's own sign-in of the host said: sent as `Authorization: Bearer` to the gateway and
    /// to API calls on the manifest's origins, and nowhere else.
    public var contextToken: Secret
    /// Resuming comes later; until then it is refused with `RESUME_REFUSED`, so that nothing silently starts over.
    public var resumeToken: String?
    /// Pages and guards see it.
    public var productCode: String?
    /// Pages and guards see it.
    public var campaignId: String?
    /// Attributes `tracking.NAME` of the event `journey_begin`; nothing else sees them.
    public var trackingContext: [String: String]
    /// `false` takes a method away from pages and native steps. `true` adds nothing.
    public var capabilitiesOverride: [String: Bool]?

    public init(
        journeyId: String, contextToken: Secret, resumeToken: String? = nil, productCode: String? = nil,
        campaignId: String? = nil, trackingContext: [String: String] = [:],
        capabilitiesOverride: [String: Bool]? = nil
    ) {
        self.journeyId = journeyId
        self.contextToken = contextToken
        self.resumeToken = resumeToken
        self.productCode = productCode
        self.campaignId = campaignId
        self.trackingContext = trackingContext
        self.capabilitiesOverride = capabilitiesOverride
    }

    /// As above, with the token as text; the caller's copy stays where it is.
    public init(
        journeyId: String, contextToken: String, resumeToken: String? = nil, productCode: String? = nil,
        campaignId: String? = nil, trackingContext: [String: String] = [:],
        capabilitiesOverride: [String: Bool]? = nil
    ) {
        // Locked memory is scarce: of what is too long anyway, only as much is kept as shows it.
        let bytes = Array(contextToken.utf8.prefix(JourneyStartParams.tokenLimit + 1))
        self.init(
            journeyId: journeyId, contextToken: Secret(copying: bytes), resumeToken: resumeToken,
            productCode: productCode, campaignId: campaignId, trackingContext: trackingContext,
            capabilitiesOverride: capabilitiesOverride)
    }
}

extension JourneyStartParams {
    /// The longest token, in bytes.
    static let tokenLimit = 4_096

    /// The journey's name. Throws `CONFIGURATION_INVALID` or `RESUME_REFUSED`.
    func checked() throws(JourneyError) -> JourneyID {
        guard let id = JourneyID(journeyId) else {
            throw JourneyError(.configurationInvalid, "The journeyId is no name of a journey.")
        }
        guard resumeToken == nil else {
            throw JourneyError(.resumeRefused, "Journeys cannot be resumed yet; start without a resumeToken.")
        }
        // RFC 6750, section 2.1: what may follow `Bearer`.
        let isToken = contextToken.withBytes { bytes in
            (1...JourneyStartParams.tokenLimit).contains(bytes.count)
                && bytes.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0x30...0x39).contains(byte)
                        || "-._~+/=".utf8.contains(byte)
                }
        }
        guard isToken else { throw JourneyError(.configurationInvalid, "The contextToken is no bearer token.") }
        return id
    }
}
