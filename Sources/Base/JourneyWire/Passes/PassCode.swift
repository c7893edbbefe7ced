package typealias PassCode = RefusalCode<PassContract>

/// The refusal codes of the pass service, as listed in `docs/reference/pass-service.md`.
extension RefusalCode<PassContract> {
    /// Next step: Correct the request as `docs/reference/pass-service.md` describes.
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    /// Next step: Send one of the three names.
    package static var attributeInvalid: Self {
        Self(400, "ID_ATTRIBUTE_INVALID", "id_attribute must be reference_id, pronto_tag_id or subscription_id.")
    }
    /// Next step: Send a client's token that `journey-gateway passes` made.
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid token is required.") }
    /// Next step: Ask the operator to resume the client.
    package static var clientSuspended: Self { Self(403, "CLIENT_SUSPENDED", "The client is suspended.") }
    /// Next step: Check the tag, and the client that it belongs to.
    package static var passUnknown: Self { Self(404, "PASS_UNKNOWN", "No pass has this tag.") }
    /// Next step: Add the holder with `journey-gateway passes`.
    package static var holderUnknown: Self { Self(404, "HOLDER_UNKNOWN", "No holder has this ID.") }
    /// Next step: Start a new session.
    package static var sessionUnknown: Self { Self(404, "SESSION_UNKNOWN", "No session has this ID.") }
    /// Next step: Start a new session for the other binding.
    package static var sessionUsed: Self {
        Self(409, "SESSION_USED", "The session was already completed with another binding.")
    }
    /// Next step: Start a new session.
    package static var sessionExpired: Self { Self(410, "SESSION_EXPIRED", "The session has expired.") }
    /// Next step: Send `Content-Type: application/json` and no `Content-Encoding`.
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    /// Next step: Wait for as long as `Retry-After` says.
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests; retry later.") }
    /// Next step: Correct the pass's values or its template; the service's log has the fault.
    package static var passInvalid: Self {
        Self(503, "PASS_INVALID", "The stored pass data can't be built into a pass.")
    }
    /// Next step: Add a certificate and key for the pass type to the configuration.
    package static var signerUnavailable: Self {
        Self(503, "SIGNER_UNAVAILABLE", "No signer is configured for the pass type.")
    }
    /// Next step: Renew the pass type's certificate with Apple, and reload the service.
    package static var certificateExpired: Self {
        Self(503, "CERTIFICATE_EXPIRED", "The pass type's certificate has expired.")
    }
    /// Next step: Wait for as long as `Retry-After` says.
    package static var storeBusy: Self { Self(503, "STORE_BUSY", "The database is busy; retry later.") }
    /// Next step: Look up the database's reason in the service's log.
    package static var storeFailed: Self { Self(503, "STORE_FAILED", "The database failed.") }
}
