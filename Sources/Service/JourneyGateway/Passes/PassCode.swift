import JourneyBase
import JourneyServer

typealias PassCode = RefusalCode<PassContract>
typealias PassRefusal = ServiceRefusal<PassContract>

/// The codes of the pass service; `docs/pass-service.md` has the table.
extension RefusalCode<PassContract> {
    static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is not as it has to be.") }
    static var attributeInvalid: Self {
        Self(400, "ID_ATTRIBUTE_INVALID", "id_attribute is reference_id, pronto_tag_id or subscription_id.")
    }
    static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid token is needed.") }
    static var clientSuspended: Self { Self(403, "CLIENT_SUSPENDED", "The client is suspended.") }
    static var passUnknown: Self { Self(404, "PASS_UNKNOWN", "There is no such pass.") }
    static var holderUnknown: Self { Self(404, "HOLDER_UNKNOWN", "There is no such holder.") }
    static var sessionUnknown: Self { Self(404, "SESSION_UNKNOWN", "There is no such session.") }
    static var sessionUsed: Self { Self(409, "SESSION_USED", "The session was answered by another binding.") }
    static var sessionExpired: Self { Self(410, "SESSION_EXPIRED", "The session is over.") }
    static var unsupportedType: Self { Self(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.") }
    static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests.") }
    static var passInvalid: Self { Self(503, "PASS_INVALID", "The pass cannot be made as it is kept.") }
    static var signerUnavailable: Self { Self(503, "SIGNER_UNAVAILABLE", "The pass type has no signer here.") }
    static var certificateExpired: Self { Self(503, "CERTIFICATE_EXPIRED", "The pass type's certificate is over.") }
    static var storeBusy: Self { Self(503, "STORE_BUSY", "This cannot be answered at the moment.") }
    static var storeFailed: Self { Self(503, "STORE_FAILED", "The database failed.") }
}

/// The contract of the pass service.
enum PassContract: RefusingContract {
    static let challenge = "Basic realm=\"passes\", charset=\"UTF-8\""

    static func usualWait(after code: PassCode) -> Duration? { .seconds(5) }

    static func response(to error: any Error) -> HTTPResponse { PassRefusal(error).response }
}

extension ServiceRefusal<PassContract> {
    /// The refusal for an error: a database's failure that may pass, or one that somebody has to look at. Nothing was done, or
    /// doing it again does no harm.
    init(_ error: any Error) {
        switch error {
        case let refusal as PassRefusal: self = refusal
        case let error as DatabaseError where [.storeBusy, .storeUnknown].contains(error.journeyError.code):
            self.init(.storeBusy, retryAfter: .seconds(1))
        case is CancellationError: self.init(.storeBusy)
        default: self.init(.storeFailed)
        }
    }
}
