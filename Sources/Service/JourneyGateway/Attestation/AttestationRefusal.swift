import JourneyServer

/// Why an attestation or an assertion is not believed; `docs/attestation.md` has all codes.
struct AttestationRefusal: Error, Hashable {
    /// Stable names, as answers carry them.
    enum Code: String, CaseIterable {
        case malformed = "ATTESTATION_MALFORMED"
        case unsupported = "ATTESTATION_UNSUPPORTED"
        case challenge = "ATTESTATION_CHALLENGE"
        case mismatch = "ATTESTATION_MISMATCH"
        case chain = "ATTESTATION_CHAIN"
        case nonce = "ATTESTATION_NONCE"
        case app = "ATTESTATION_APP"
        case key = "ATTESTATION_KEY"
        case signature = "ATTESTATION_SIGNATURE"
        case counter = "ATTESTATION_COUNTER"
        case environment = "ATTESTATION_ENVIRONMENT"
        case keyKnown = "ATTESTATION_KEY_KNOWN"
        case keyUnknown = "ATTESTATION_KEY_UNKNOWN"
        case keyRevoked = "ATTESTATION_KEY_REVOKED"
        case manifest = "ATTESTATION_MANIFEST_UNKNOWN"
    }

    let code: Code
    /// One sentence for developers, with nothing of what was sent.
    let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    var problem: Problem { Problem(422, code.rawValue, detail) }
}
