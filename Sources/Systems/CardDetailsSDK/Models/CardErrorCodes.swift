public import JourneyBase
internal import JourneyWire

/// What can go wrong when a card is shown: the proxy's codes and the page's. Their screens stand in `CardScreens`.
extension ErrorCode {
    // The proxy's.
    /// The host's token for the person is none that the proxy takes.
    public static let cardTokenInvalid = ErrorCode(CardCode.tokenInvalid)
    /// A token is over: the host's for the person, or the card's.
    public static let cardTokenExpired = ErrorCode(CardCode.tokenExpired)
    /// The person asked for somebody else.
    public static let userMismatch = ErrorCode(CardCode.userMismatch)
    /// The card is somebody else's.
    public static let cardNotYours = ErrorCode(CardCode.cardNotYours)
    /// There is no such card.
    public static let cardUnknown = ErrorCode(CardCode.cardUnknown)
    /// The card is blocked or frozen.
    public static let cardBlocked = ErrorCode(CardCode.cardBlocked)
    /// The card is not active: not yet, or not any more.
    public static let cardNotActive = ErrorCode(CardCode.cardNotActive)
    /// There is no such challenge, or it is somebody else's.
    public static let challengeUnknown = ErrorCode(CardCode.challengeUnknown)
    /// The code's time was over.
    public static let challengeExpired = ErrorCode(CardCode.challengeExpired)
    /// Another code was sent.
    public static let codeWrong = ErrorCode(CardCode.codeWrong)
    /// The code was used before.
    public static let codeUsed = ErrorCode(CardCode.codeUsed)
    /// Too many wrong codes.
    public static let tooManyAttempts = ErrorCode(CardCode.tooManyAttempts)
    /// Too many codes were asked for.
    public static let resendLimit = ErrorCode(CardCode.resendLimit)
    /// The person has not verified both e-mail and phone with the issuer.
    public static let mfaNotEnabled = ErrorCode(CardCode.mfaNotEnabled)
    /// The proxy does not take what this client sent.
    public static let requestInvalid = ErrorCode(CardCode.requestInvalid)
    /// The issuer refused, and nobody here can mend it.
    public static let issuerRefused = ErrorCode(CardCode.issuerRefused)
    /// What the issuer said cannot be read.
    public static let issuerInvalid = ErrorCode(CardCode.issuerInvalid)
    /// The issuer does not answer.
    public static let issuerDown = ErrorCode(CardCode.issuerDown)
    /// The issuer did not answer in time.
    public static let issuerTimeout = ErrorCode(CardCode.issuerTimeout)

    /// The issuer has suspended the person.
    public static let userSuspended = ErrorCode(CardCode.userSuspended)

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
