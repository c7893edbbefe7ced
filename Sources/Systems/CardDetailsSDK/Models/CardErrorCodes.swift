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
    /// The user has not verified both email address and phone number with the issuer.
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

    /// The display is being recorded or mirrored, so the card is not shown.
    ///
    /// Next step: Ask the person to stop recording or mirroring.
    public static let displayCaptured = ErrorCode(rawValue: "DISPLAY_CAPTURED")

    // The page's.
    /// The issuer's script is blocked, missing or not the expected one.
    ///
    /// Next step: Check the script's URL and digest in the proxy's configuration.
    public static let scriptMissing = ErrorCode(rawValue: "SCRIPT_MISSING")
    /// The issuer's script could not send a code.
    ///
    /// Next step: Let the person try again; look up the issuer's code in the page's log.
    public static let consentFailed = ErrorCode(rawValue: "CONSENT_FAILED")
    /// The issuer's frames could not show the card.
    ///
    /// Next step: Let the person try again; check that the page's policy allows the issuer's frames.
    public static let renderFailed = ErrorCode(rawValue: "RENDER_FAILED")
}
