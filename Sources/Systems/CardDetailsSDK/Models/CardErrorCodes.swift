public import JourneyBase
internal import JourneyWire

/// The errors of showing a card: the proxy's codes and the page's. `CardScreens` has their screens.
extension ErrorCode {
    // Codes of the proxy.
    /// The proxy rejects the host's token for the user.
    public static let cardTokenInvalid = ErrorCode(CardCode.tokenInvalid)
    /// A token has expired: the host's for the user, or the card's.
    public static let cardTokenExpired = ErrorCode(CardCode.tokenExpired)
    /// The token belongs to another user than the request.
    public static let userMismatch = ErrorCode(CardCode.userMismatch)
    /// The card belongs to another user.
    public static let cardNotYours = ErrorCode(CardCode.cardNotYours)
    /// The card does not exist.
    public static let cardUnknown = ErrorCode(CardCode.cardUnknown)
    /// The card is blocked or frozen.
    public static let cardBlocked = ErrorCode(CardCode.cardBlocked)
    /// The card is not active yet, or no longer.
    public static let cardNotActive = ErrorCode(CardCode.cardNotActive)
    /// The challenge does not exist, or belongs to another user.
    public static let challengeUnknown = ErrorCode(CardCode.challengeUnknown)
    /// The code has expired.
    public static let challengeExpired = ErrorCode(CardCode.challengeExpired)
    /// The code is wrong.
    public static let codeWrong = ErrorCode(CardCode.codeWrong)
    /// The code was used before.
    public static let codeUsed = ErrorCode(CardCode.codeUsed)
    /// Too many wrong codes were submitted.
    public static let tooManyAttempts = ErrorCode(CardCode.tooManyAttempts)
    /// Too many codes were requested.
    public static let resendLimit = ErrorCode(CardCode.resendLimit)
    /// The user has not verified both e-mail and phone with the issuer.
    public static let mfaNotEnabled = ErrorCode(CardCode.mfaNotEnabled)
    /// The proxy rejects the client's request.
    public static let requestInvalid = ErrorCode(CardCode.requestInvalid)
    /// The issuer refused for a reason that neither user nor app can fix.
    public static let issuerRefused = ErrorCode(CardCode.issuerRefused)
    /// The issuer's response cannot be read.
    public static let issuerInvalid = ErrorCode(CardCode.issuerInvalid)
    /// The issuer does not respond.
    public static let issuerDown = ErrorCode(CardCode.issuerDown)
    /// The issuer did not respond in time.
    public static let issuerTimeout = ErrorCode(CardCode.issuerTimeout)

    /// The issuer has suspended the user.
    public static let userSuspended = ErrorCode(CardCode.userSuspended)

    /// The display is recorded or mirrored: nothing is shown on it.
    public static let displayCaptured = ErrorCode(rawValue: "DISPLAY_CAPTURED")

    // Codes of the page.
    /// The issuer's script is blocked, missing or not the expected one.
    public static let scriptMissing = ErrorCode(rawValue: "SCRIPT_MISSING")
    /// The issuer did not send a code.
    public static let consentFailed = ErrorCode(rawValue: "CONSENT_FAILED")
    /// The issuer's frames did not draw.
    public static let renderFailed = ErrorCode(rawValue: "RENDER_FAILED")
}
