package typealias PassCode = RefusalCode<PassContract>

/// The refusal codes of the pass service, as listed in `docs/reference/pass-service.md`.
extension RefusalCode<PassContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    package static var attributeInvalid: Self {
        Self(400, "ID_ATTRIBUTE_INVALID", "id_attribute must be reference_id, pronto_tag_id or subscription_id.")
    }
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid token is required.") }
    package static var clientSuspended: Self { Self(403, "CLIENT_SUSPENDED", "The client is suspended.") }
    package static var passUnknown: Self { Self(404, "PASS_UNKNOWN", "No pass has this tag.") }
    package static var holderUnknown: Self { Self(404, "HOLDER_UNKNOWN", "No holder has this id.") }
    package static var sessionUnknown: Self { Self(404, "SESSION_UNKNOWN", "No session has this id.") }
    package static var sessionUsed: Self {
        Self(409, "SESSION_USED", "The session was already completed with another binding.")
    }
    package static var sessionExpired: Self { Self(410, "SESSION_EXPIRED", "The session has expired.") }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests; retry later.") }
    package static var passInvalid: Self {
        Self(503, "PASS_INVALID", "The stored pass data can't be built into a pass.")
    }
    package static var signerUnavailable: Self {
        Self(503, "SIGNER_UNAVAILABLE", "No signer is configured for the pass type.")
    }
    package static var certificateExpired: Self {
        Self(503, "CERTIFICATE_EXPIRED", "The pass type's certificate has expired.")
    }
    package static var storeBusy: Self { Self(503, "STORE_BUSY", "The database is busy; retry later.") }
    package static var storeFailed: Self { Self(503, "STORE_FAILED", "The database failed.") }
}
