package typealias CardCode = RefusalCode<CardContract>

/// The refusal codes of the card proxy, as listed in `docs/reference/card-proxy.md`.
extension RefusalCode<CardContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid user token is required.") }
    package static var tokenExpired: Self {
        Self(401, "TOKEN_EXPIRED", "The user token has expired; request a new one.")
    }
    package static var userMismatch: Self { Self(403, "USER_MISMATCH", "The token belongs to another user.") }
    package static var cardNotYours: Self { Self(403, "CARD_NOT_YOURS", "The card belongs to another user.") }
    package static var userSuspended: Self { Self(403, "USER_SUSPENDED", "The issuer has suspended this user.") }
    package static var cardUnknown: Self { Self(404, "CARD_UNKNOWN", "No card has this id.") }
    package static var challengeUnknown: Self {
        Self(404, "CHALLENGE_UNKNOWN", "The user has no challenge with this id.")
    }
    package static var cardBlocked: Self { Self(409, "CARD_BLOCKED", "The card is blocked.") }
    package static var cardNotActive: Self { Self(409, "CARD_NOT_ACTIVE", "The card is not active.") }
    package static var codeUsed: Self {
        Self(409, "CODE_USED", "This challenge has already been confirmed, or is being confirmed.")
    }
    package static var challengeExpired: Self {
        Self(410, "CHALLENGE_EXPIRED", "The challenge has expired; request a new one.")
    }
    package static var pageGone: Self { Self(410, "PAGE_GONE", "The page's URL was already used, or has expired.") }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    package static var codeWrong: Self { Self(422, "CODE_WRONG", "The code is wrong.") }
    package static var mfaNotEnabled: Self {
        Self(422, "MFA_NOT_ENABLED", "The user must verify an e-mail address and a telephone number first.")
    }
    package static var tooManyAttempts: Self {
        Self(429, "TOO_MANY_ATTEMPTS", "Too many wrong codes; request a new challenge.")
    }
    package static var resendLimit: Self { Self(429, "RESEND_LIMIT", "The code can't be sent again yet.") }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests from this user; retry later.") }
    package static var issuerRefused: Self { Self(502, "ISSUER_REFUSED", "The issuer refused the request.") }
    package static var issuerInvalid: Self { Self(502, "ISSUER_INVALID", "The issuer's response is invalid.") }
    package static var issuerDown: Self { Self(503, "ISSUER_DOWN", "The issuer can't be reached; retry later.") }
    package static var serverError: Self {
        Self(503, "SERVER_ERROR", "The service can't process the request now; retry later.")
    }
    package static var issuerTimeout: Self { Self(504, "ISSUER_TIMEOUT", "The issuer didn't respond in time.") }
}
