import JourneyBase

extension ErrorCode {
    /// The issuer's binding data cannot be parsed.
    static let walletDataInvalid = ErrorCode(rawValue: "WALLET_DATA_INVALID")
    /// The signature does not match the data or has an invalid form.
    static let walletSignatureInvalid = ErrorCode(rawValue: "WALLET_SIGNATURE_INVALID")
    /// The signer's chain leads to no trusted authority.
    static let walletSignerUntrusted = ErrorCode(rawValue: "WALLET_SIGNER_UNTRUSTED")
    /// The signer's pass type or team differs from the data.
    static let walletSignerOther = ErrorCode(rawValue: "WALLET_SIGNER_OTHER")
    /// The data is too old, or its time is in the future.
    static let walletDataOld = ErrorCode(rawValue: "WALLET_DATA_OLD")
    /// The callback is not at the issuer's host.
    static let walletCallbackElsewhere = ErrorCode(rawValue: "WALLET_CALLBACK_ELSEWHERE")
    /// The issuer expects a key that this wallet does not have.
    static let walletKeyUnknown = ErrorCode(rawValue: "WALLET_KEY_UNKNOWN")
    /// The issuer rejected the callback with status 401.
    static let walletCallbackUnauthorized = ErrorCode(rawValue: "WALLET_CALLBACK_UNAUTHORIZED")
    /// The issuer answered the callback with a status other than 200.
    static let walletCallbackStatus = ErrorCode(rawValue: "WALLET_CALLBACK_STATUS")
    /// The media type of the response is not that of a pass.
    static let walletMediaType = ErrorCode(rawValue: "WALLET_MEDIA_TYPE")
    /// The pass exceeds the size limit, packed or unpacked.
    static let walletPassTooLarge = ErrorCode(rawValue: "WALLET_PASS_TOO_LARGE")
    /// The pass's signature is not trusted.
    static let walletPassUntrusted = ErrorCode(rawValue: "WALLET_PASS_UNTRUSTED")
    /// The pass has errors for which a device refuses it.
    static let walletPassInvalid = ErrorCode(rawValue: "WALLET_PASS_INVALID")
    /// The pass has another type, team or serial number than requested.
    static let walletPassOther = ErrorCode(rawValue: "WALLET_PASS_OTHER")
    /// The pass is not bound to the account and the signed data.
    static let walletPassUnbound = ErrorCode(rawValue: "WALLET_PASS_UNBOUND")
    /// The service reports the pass as sent, but it is not in the wallet.
    static let walletPassLost = ErrorCode(rawValue: "WALLET_PASS_LOST")
    /// The pass's web service violated its protocol.
    static let walletWebService = ErrorCode(rawValue: "WALLET_WEB_SERVICE")
    /// Another command is using the wallet.
    static let walletBusy = ErrorCode(rawValue: "WALLET_BUSY")
    /// The wallet has no such pass.
    static let walletPassUnknown = ErrorCode(rawValue: "WALLET_PASS_UNKNOWN")
}
