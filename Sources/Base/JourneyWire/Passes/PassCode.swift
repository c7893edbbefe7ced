package typealias PassCode = RefusalCode<PassContract>

/// The codes of the pass service; `docs/reference/pass-service.md` has the table.
extension RefusalCode<PassContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is not as it has to be.") }
    package static var attributeInvalid: Self {
        Self(400, "ID_ATTRIBUTE_INVALID", "id_attribute is reference_id, pronto_tag_id or subscription_id.")
    }
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid token is needed.") }
    package static var clientSuspended: Self { Self(403, "CLIENT_SUSPENDED", "The client is suspended.") }
    package static var passUnknown: Self { Self(404, "PASS_UNKNOWN", "There is no such pass.") }
    package static var holderUnknown: Self { Self(404, "HOLDER_UNKNOWN", "There is no such holder.") }
    package static var sessionUnknown: Self { Self(404, "SESSION_UNKNOWN", "There is no such session.") }
    package static var sessionUsed: Self { Self(409, "SESSION_USED", "The session was answered by another binding.") }
    package static var sessionExpired: Self { Self(410, "SESSION_EXPIRED", "The session is over.") }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests.") }
    package static var passInvalid: Self { Self(503, "PASS_INVALID", "The pass cannot be made as it is kept.") }
    package static var signerUnavailable: Self { Self(503, "SIGNER_UNAVAILABLE", "The pass type has no signer here.") }
    package static var certificateExpired: Self {
        Self(503, "CERTIFICATE_EXPIRED", "The pass type's certificate is over.")
    }
    package static var storeBusy: Self { Self(503, "STORE_BUSY", "This cannot be answered at the moment.") }
    package static var storeFailed: Self { Self(503, "STORE_FAILED", "The database failed.") }
}
