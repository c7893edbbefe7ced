/// A stable code of the card proxy with its HTTP status and its sentence; `docs/card-proxy.md` has the table.
struct CardCode: Hashable, Sendable {
    let name: String
    let status: Int
    let title: String

    private init(_ status: Int, _ name: String, _ title: String) {
        self.name = name
        self.status = status
        self.title = title
    }

    static let requestInvalid = CardCode(400, "REQUEST_INVALID", "The request is not as it has to be.")
    static let tokenInvalid = CardCode(401, "TOKEN_INVALID", "A valid user token is needed.")
    static let tokenExpired = CardCode(401, "TOKEN_EXPIRED", "The user token is over; get another one.")
    static let userMismatch = CardCode(403, "USER_MISMATCH", "The token is another user's.")
    static let cardNotYours = CardCode(403, "CARD_NOT_YOURS", "The card is another user's.")
    static let userSuspended = CardCode(403, "USER_SUSPENDED", "The issuer has suspended this user.")
    static let cardUnknown = CardCode(404, "CARD_UNKNOWN", "There is no such card.")
    static let challengeUnknown = CardCode(404, "CHALLENGE_UNKNOWN", "There is no such challenge of this user's.")
    static let cardBlocked = CardCode(409, "CARD_BLOCKED", "The card is blocked.")
    static let cardNotActive = CardCode(409, "CARD_NOT_ACTIVE", "The card is not active.")
    static let codeUsed = CardCode(409, "CODE_USED", "This challenge is being confirmed, or was.")
    static let challengeExpired = CardCode(410, "CHALLENGE_EXPIRED", "The challenge is over; ask for another one.")
    static let pageGone = CardCode(410, "PAGE_GONE", "The page's address was used, or is over.")
    static let unsupportedType = CardCode(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    static let codeWrong = CardCode(422, "CODE_WRONG", "The code is wrong.")
    static let mfaNotEnabled = CardCode(
        422, "MFA_NOT_ENABLED", "The user has to have verified an e-mail address and a telephone number.")
    static let tooManyAttempts = CardCode(
        429, "TOO_MANY_ATTEMPTS", "Too many codes were tried; ask for another challenge.")
    static let resendLimit = CardCode(429, "RESEND_LIMIT", "The code cannot be sent again now.")
    static let rateLimited = CardCode(429, "RATE_LIMITED", "Too many requests of this user.")
    static let issuerRefused = CardCode(502, "ISSUER_REFUSED", "The issuer has refused this.")
    static let issuerInvalid = CardCode(502, "ISSUER_INVALID", "The issuer's answer cannot be used.")
    static let issuerDown = CardCode(503, "ISSUER_DOWN", "The issuer cannot be reached at the moment.")
    static let serverError = CardCode(503, "SERVER_ERROR", "This cannot be answered at the moment.")
    static let issuerTimeout = CardCode(504, "ISSUER_TIMEOUT", "The issuer has not answered in time.")
}
