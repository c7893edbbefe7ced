package typealias CardCode = RefusalCode<CardContract>

/// The codes of the card proxy; `docs/reference/card-proxy.md` has the table.
extension RefusalCode<CardContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is not as it has to be.") }
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid user token is needed.") }
    package static var tokenExpired: Self { Self(401, "TOKEN_EXPIRED", "The user token is over; get another one.") }
    package static var userMismatch: Self { Self(403, "USER_MISMATCH", "The token is another user's.") }
    package static var cardNotYours: Self { Self(403, "CARD_NOT_YOURS", "The card is another user's.") }
    package static var userSuspended: Self { Self(403, "USER_SUSPENDED", "The issuer has suspended this user.") }
    package static var cardUnknown: Self { Self(404, "CARD_UNKNOWN", "There is no such card.") }
    package static var challengeUnknown: Self {
        Self(404, "CHALLENGE_UNKNOWN", "There is no such challenge of this user's.")
    }
    package static var cardBlocked: Self { Self(409, "CARD_BLOCKED", "The card is blocked.") }
    package static var cardNotActive: Self { Self(409, "CARD_NOT_ACTIVE", "The card is not active.") }
    package static var codeUsed: Self { Self(409, "CODE_USED", "This challenge is being confirmed, or was.") }
    package static var challengeExpired: Self {
        Self(410, "CHALLENGE_EXPIRED", "The challenge is over; ask for another one.")
    }
    package static var pageGone: Self { Self(410, "PAGE_GONE", "The page's address was used, or is over.") }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    }
    package static var codeWrong: Self { Self(422, "CODE_WRONG", "The code is wrong.") }
    package static var mfaNotEnabled: Self {
        Self(422, "MFA_NOT_ENABLED", "The user has to have verified an e-mail address and a telephone number.")
    }
    package static var tooManyAttempts: Self {
        Self(429, "TOO_MANY_ATTEMPTS", "Too many codes were tried; ask for another challenge.")
    }
    package static var resendLimit: Self { Self(429, "RESEND_LIMIT", "The code cannot be sent again now.") }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests of this user.") }
    package static var issuerRefused: Self { Self(502, "ISSUER_REFUSED", "The issuer has refused this.") }
    package static var issuerInvalid: Self { Self(502, "ISSUER_INVALID", "The issuer's answer cannot be used.") }
    package static var issuerDown: Self { Self(503, "ISSUER_DOWN", "The issuer cannot be reached at the moment.") }
    package static var serverError: Self { Self(503, "SERVER_ERROR", "This cannot be answered at the moment.") }
    package static var issuerTimeout: Self { Self(504, "ISSUER_TIMEOUT", "The issuer has not answered in time.") }
}
