public import JourneyBase

/// What can go wrong when a card is shown: the proxy's codes and the page's. Their screens stand in `CardScreens`.
extension ErrorCode {
    // The proxy's.
    /// The host's token for the person is none that the proxy takes.
    public static let cardTokenInvalid = ErrorCode(rawValue: "TOKEN_INVALID")
    /// A token is over: the host's for the person, or the card's.
    public static let cardTokenExpired = ErrorCode(rawValue: "TOKEN_EXPIRED")
    /// The person asked for somebody else.
    public static let userMismatch = ErrorCode(rawValue: "USER_MISMATCH")
    /// The card is somebody else's.
    public static let cardNotYours = ErrorCode(rawValue: "CARD_NOT_YOURS")
    /// There is no such card.
    public static let cardUnknown = ErrorCode(rawValue: "CARD_UNKNOWN")
    /// The card is blocked or frozen.
    public static let cardBlocked = ErrorCode(rawValue: "CARD_BLOCKED")
    /// The card is not active: not yet, or not any more.
    public static let cardNotActive = ErrorCode(rawValue: "CARD_NOT_ACTIVE")
    /// There is no such challenge, or it is somebody else's.
    public static let challengeUnknown = ErrorCode(rawValue: "CHALLENGE_UNKNOWN")
    /// The code's time was over.
    public static let challengeExpired = ErrorCode(rawValue: "CHALLENGE_EXPIRED")
    /// Another code was sent.
    public static let codeWrong = ErrorCode(rawValue: "CODE_WRONG")
    /// The code was used before.
    public static let codeUsed = ErrorCode(rawValue: "CODE_USED")
    /// Too many wrong codes.
    public static let tooManyAttempts = ErrorCode(rawValue: "TOO_MANY_ATTEMPTS")
    /// Too many codes were asked for.
    public static let resendLimit = ErrorCode(rawValue: "RESEND_LIMIT")
    /// The person has not verified both e-mail and phone with the issuer.
    public static let mfaNotEnabled = ErrorCode(rawValue: "MFA_NOT_ENABLED")
    /// The proxy does not take what this client sent.
    public static let requestInvalid = ErrorCode(rawValue: "REQUEST_INVALID")
    /// The issuer refused, and nobody here can mend it.
    public static let issuerRefused = ErrorCode(rawValue: "ISSUER_REFUSED")
    /// What the issuer said cannot be read.
    public static let issuerInvalid = ErrorCode(rawValue: "ISSUER_INVALID")
    /// The issuer does not answer.
    public static let issuerDown = ErrorCode(rawValue: "ISSUER_DOWN")
    /// The issuer did not answer in time.
    public static let issuerTimeout = ErrorCode(rawValue: "ISSUER_TIMEOUT")

    /// The issuer has suspended the person.
    public static let userSuspended = ErrorCode(rawValue: "USER_SUSPENDED")

    /// The display is recorded or mirrored: nothing is shown on it.
    public static let displayCaptured = ErrorCode(rawValue: "DISPLAY_CAPTURED")

    // The page's.
    /// The issuer's script is blocked, missing, or not what it should be.
    public static let scriptMissing = ErrorCode(rawValue: "SCRIPT_MISSING")
    /// The issuer would not send a code.
    public static let consentFailed = ErrorCode(rawValue: "CONSENT_FAILED")
    /// The issuer's frames would not draw.
    public static let renderFailed = ErrorCode(rawValue: "RENDER_FAILED")
}
