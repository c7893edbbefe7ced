import JourneyBase

typealias CardCode = RefusalCode<CardContract>
typealias CardRefusal = ServiceRefusal<CardContract>

/// The codes of the card proxy; `docs/card-proxy.md` has the table.
extension RefusalCode<CardContract> {
    static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is not as it has to be.") }
    static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid user token is needed.") }
    static var tokenExpired: Self { Self(401, "TOKEN_EXPIRED", "The user token is over; get another one.") }
    static var userMismatch: Self { Self(403, "USER_MISMATCH", "The token is another user's.") }
    static var cardNotYours: Self { Self(403, "CARD_NOT_YOURS", "The card is another user's.") }
    static var userSuspended: Self { Self(403, "USER_SUSPENDED", "The issuer has suspended this user.") }
    static var cardUnknown: Self { Self(404, "CARD_UNKNOWN", "There is no such card.") }
    static var challengeUnknown: Self { Self(404, "CHALLENGE_UNKNOWN", "There is no such challenge of this user's.") }
    static var cardBlocked: Self { Self(409, "CARD_BLOCKED", "The card is blocked.") }
    static var cardNotActive: Self { Self(409, "CARD_NOT_ACTIVE", "The card is not active.") }
    static var codeUsed: Self { Self(409, "CODE_USED", "This challenge is being confirmed, or was.") }
    static var challengeExpired: Self { Self(410, "CHALLENGE_EXPIRED", "The challenge is over; ask for another one.") }
    static var pageGone: Self { Self(410, "PAGE_GONE", "The page's address was used, or is over.") }
    static var unsupportedType: Self { Self(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.") }
    static var codeWrong: Self { Self(422, "CODE_WRONG", "The code is wrong.") }
    static var mfaNotEnabled: Self {
        Self(422, "MFA_NOT_ENABLED", "The user has to have verified an e-mail address and a telephone number.")
    }
    static var tooManyAttempts: Self {
        Self(429, "TOO_MANY_ATTEMPTS", "Too many codes were tried; ask for another challenge.")
    }
    static var resendLimit: Self { Self(429, "RESEND_LIMIT", "The code cannot be sent again now.") }
    static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests of this user.") }
    static var issuerRefused: Self { Self(502, "ISSUER_REFUSED", "The issuer has refused this.") }
    static var issuerInvalid: Self { Self(502, "ISSUER_INVALID", "The issuer's answer cannot be used.") }
    static var issuerDown: Self { Self(503, "ISSUER_DOWN", "The issuer cannot be reached at the moment.") }
    static var serverError: Self { Self(503, "SERVER_ERROR", "This cannot be answered at the moment.") }
    static var issuerTimeout: Self { Self(504, "ISSUER_TIMEOUT", "The issuer has not answered in time.") }
}

/// The contract of the card proxy.
enum CardContract: RefusingContract {
    static let challenge = "Bearer realm=\"cards\", error=\"invalid_token\""

    // To whom nothing more is sent, however long they wait, no time is said.
    static func usualWait(after code: CardCode) -> Duration? { code == .resendLimit ? nil : .seconds(30) }

    static func response(to error: any Error) -> HTTPResponse {
        (error as? CardRefusal ?? CardRefusal(.serverError)).response
    }
}
