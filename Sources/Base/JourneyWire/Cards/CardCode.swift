package typealias CardCode = RefusalCode<CardContract>

/// The refusal codes of the card proxy, as listed in `docs/reference/card-proxy.md`.
extension RefusalCode<CardContract> {
    /// Next step: Correct the request as `docs/reference/card-proxy.md` describes.
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    /// Next step: Send a token that your backend signed for this person, in `Authorization`.
    package static var tokenInvalid: Self { Self(401, "TOKEN_INVALID", "A valid user token is required.") }
    /// Next step: Request a new token from your backend, and repeat the request.
    package static var tokenExpired: Self {
        Self(401, "TOKEN_EXPIRED", "The user token has expired; request a new one.")
    }
    /// Next step: Use the token of the user in the path.
    package static var userMismatch: Self { Self(403, "USER_MISMATCH", "The token belongs to another user.") }
    /// Next step: Show only cards that the issuer lists for this user.
    package static var cardNotYours: Self { Self(403, "CARD_NOT_YOURS", "The card belongs to another user.") }
    /// Next step: Refer the person to the issuer.
    package static var userSuspended: Self { Self(403, "USER_SUSPENDED", "The issuer has suspended this user.") }
    /// Next step: Check the card's ID, and the issuer's environment.
    package static var cardUnknown: Self { Self(404, "CARD_UNKNOWN", "No card has this ID.") }
    /// Next step: Request a new challenge.
    package static var challengeUnknown: Self {
        Self(404, "CHALLENGE_UNKNOWN", "The user has no challenge with this id.")
    }
    /// Next step: Offer to unblock or replace the card.
    package static var cardBlocked: Self { Self(409, "CARD_BLOCKED", "The card is blocked.") }
    /// Next step: Offer to activate the card.
    package static var cardNotActive: Self { Self(409, "CARD_NOT_ACTIVE", "The card is not active.") }
    /// Next step: Request a new challenge.
    package static var codeUsed: Self {
        Self(409, "CODE_USED", "This challenge has already been confirmed, or is being confirmed.")
    }
    /// Next step: Request a new challenge, which sends a new code.
    package static var challengeExpired: Self {
        Self(410, "CHALLENGE_EXPIRED", "The challenge has expired; request a new one.")
    }
    /// Next step: Request a new page; each URL works once.
    package static var pageGone: Self { Self(410, "PAGE_GONE", "The page's URL was already used, or has expired.") }
    /// Next step: Send `Content-Type: application/json` and no `Content-Encoding`.
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    /// Next step: Ask for the code again; `attemptsLeft` is the number of attempts that remain.
    package static var codeWrong: Self { Self(422, "CODE_WRONG", "The code is wrong.") }
    /// Next step: Ask the person to verify both with the issuer.
    package static var mfaNotEnabled: Self {
        Self(422, "MFA_NOT_ENABLED", "The user must verify an email address and a phone number first.")
    }
    /// Next step: Request a new challenge.
    package static var tooManyAttempts: Self {
        Self(429, "TOO_MANY_ATTEMPTS", "Too many wrong codes; request a new challenge.")
    }
    /// Next step: Wait for as long as `Retry-After` says.
    package static var resendLimit: Self { Self(429, "RESEND_LIMIT", "The code can't be sent again yet.") }
    /// Next step: Wait for as long as `Retry-After` says.
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many requests from this user; retry later.") }
    /// Next step: Look up the issuer's code in the proxy's log.
    package static var issuerRefused: Self { Self(502, "ISSUER_REFUSED", "The issuer refused the request.") }
    /// Next step: Look up the request in the proxy's log, and compare it with the issuer's contract.
    package static var issuerInvalid: Self { Self(502, "ISSUER_INVALID", "The issuer's response is invalid.") }
    /// Next step: Try again later; check the issuer's address and certificate in the proxy's configuration.
    package static var issuerDown: Self { Self(503, "ISSUER_DOWN", "The issuer can't be reached; retry later.") }
    /// Next step: Wait for as long as `Retry-After` says; the reason is in the proxy's log.
    package static var serverError: Self {
        Self(503, "SERVER_ERROR", "The service can't process the request now; retry later.")
    }
    /// Next step: Try again later.
    package static var issuerTimeout: Self { Self(504, "ISSUER_TIMEOUT", "The issuer didn't respond in time.") }
}
