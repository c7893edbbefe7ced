import JourneyBase

extension ErrorCode {
    /// The issuer's data that binds the pass to an account can't be parsed.
    ///
    /// Next step: Check the issuer's encoding against `docs/reference/wallet-pass.md`.
    static let walletDataInvalid = ErrorCode(rawValue: "WALLET_DATA_INVALID")
    /// The issuer's data that binds the pass to an account isn't signed, or its signature is invalid.
    ///
    /// Next step: Sign exactly the data that is sent.
    static let walletSignatureInvalid = ErrorCode(rawValue: "WALLET_SIGNATURE_INVALID")
    /// The signer's certificates don't lead to a trusted authority.
    ///
    /// Next step: Trust the issuer's authority with `--trust`.
    static let walletSignerUntrusted = ErrorCode(rawValue: "WALLET_SIGNER_UNTRUSTED")
    /// The data was signed by another signer than it names.
    ///
    /// Next step: Sign with the certificate that the data names.
    static let walletSignerOther = ErrorCode(rawValue: "WALLET_SIGNER_OTHER")
    /// The issuer's data that binds the pass to an account is too old, or dated in the future.
    ///
    /// Next step: Request the data again, and check the clocks of both machines.
    static let walletDataOld = ErrorCode(rawValue: "WALLET_DATA_OLD")
    /// The callback's address does not belong to the issuer.
    ///
    /// Next step: Use a callback on a host of the issuer.
    static let walletCallbackElsewhere = ErrorCode(rawValue: "WALLET_CALLBACK_ELSEWHERE")
    /// The issuer expects a key that this wallet doesn't have.
    ///
    /// Next step: Add the pass with the wallet that holds the key.
    static let walletKeyUnknown = ErrorCode(rawValue: "WALLET_KEY_UNKNOWN")
    /// The issuer rejected the callback with 401.
    ///
    /// Next step: Request the issuer's data again; its token may have expired.
    static let walletCallbackUnauthorized = ErrorCode(rawValue: "WALLET_CALLBACK_UNAUTHORIZED")
    /// The issuer answered the callback with another status than 200.
    ///
    /// Next step: Look up the request in the issuer's log.
    static let walletCallbackStatus = ErrorCode(rawValue: "WALLET_CALLBACK_STATUS")
    /// The response doesn't have the media type of a pass.
    ///
    /// Next step: Send `application/vnd.apple.pkpass`.
    static let walletMediaType = ErrorCode(rawValue: "WALLET_MEDIA_TYPE")
    /// The pass is larger than allowed, compressed or not.
    ///
    /// Next step: Remove or shrink pictures.
    static let walletPassTooLarge = ErrorCode(rawValue: "WALLET_PASS_TOO_LARGE")
    /// The pass's signature isn't trusted.
    ///
    /// Next step: Run `journey pass verify` on the pass.
    static let walletPassUntrusted = ErrorCode(rawValue: "WALLET_PASS_UNTRUSTED")
    /// A device would refuse the pass.
    ///
    /// Next step: Run `journey pass verify`, and fix what it reports.
    static let walletPassInvalid = ErrorCode(rawValue: "WALLET_PASS_INVALID")
    /// The pass has another type, team or serial number than requested.
    ///
    /// Next step: Let the service send the requested pass.
    static let walletPassOther = ErrorCode(rawValue: "WALLET_PASS_OTHER")
    /// The pass is not bound to the account and the signed data.
    ///
    /// Next step: Build the pass with the binding of this session.
    static let walletPassUnbound = ErrorCode(rawValue: "WALLET_PASS_UNBOUND")
    /// The service says that it sent the pass, but the wallet doesn't have it.
    ///
    /// Next step: Add the pass again.
    static let walletPassLost = ErrorCode(rawValue: "WALLET_PASS_LOST")
    /// The pass's web service broke its protocol.
    ///
    /// Next step: Compare the response with `docs/reference/pass-updates.md`.
    static let walletWebService = ErrorCode(rawValue: "WALLET_WEB_SERVICE")
    /// Another command uses the wallet.
    ///
    /// Next step: Wait until it has ended.
    static let walletBusy = ErrorCode(rawValue: "WALLET_BUSY")
    /// The wallet has no such pass.
    ///
    /// Next step: List the passes with `journey wallet list`.
    static let walletPassUnknown = ErrorCode(rawValue: "WALLET_PASS_UNKNOWN")
}
