/// A stable code of the pass service with its HTTP status and its sentence; `docs/pass-service.md` has the table.
struct PassCode: Hashable, Sendable {
    let name: String
    let status: Int
    let title: String

    private init(_ status: Int, _ name: String, _ title: String) {
        self.name = name
        self.status = status
        self.title = title
    }

    static let requestInvalid = PassCode(400, "REQUEST_INVALID", "The request is not as it has to be.")
    static let attributeInvalid = PassCode(
        400, "ID_ATTRIBUTE_INVALID", "id_attribute is reference_id, pronto_tag_id or subscription_id.")
    static let tokenInvalid = PassCode(401, "TOKEN_INVALID", "A valid token is needed.")
    static let clientSuspended = PassCode(403, "CLIENT_SUSPENDED", "The client is suspended.")
    static let passUnknown = PassCode(404, "PASS_UNKNOWN", "There is no such pass.")
    static let holderUnknown = PassCode(404, "HOLDER_UNKNOWN", "There is no such holder.")
    static let sessionUnknown = PassCode(404, "SESSION_UNKNOWN", "There is no such session.")
    static let sessionUsed = PassCode(409, "SESSION_USED", "The session was answered by another binding.")
    static let sessionExpired = PassCode(410, "SESSION_EXPIRED", "The session is over.")
    static let unsupportedType = PassCode(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    static let rateLimited = PassCode(429, "RATE_LIMITED", "Too many requests.")
    static let passInvalid = PassCode(503, "PASS_INVALID", "The pass cannot be made as it is kept.")
    static let signerUnavailable = PassCode(503, "SIGNER_UNAVAILABLE", "The pass type has no signer here.")
    static let certificateExpired = PassCode(503, "CERTIFICATE_EXPIRED", "The pass type's certificate is over.")
    static let storeBusy = PassCode(503, "STORE_BUSY", "This cannot be answered at the moment.")
    static let storeFailed = PassCode(503, "STORE_FAILED", "The database failed.")
}
