import JourneyBase

extension ErrorCode {
    /// The data that an issuer wants bound cannot be read.
    static let walletDataInvalid = ErrorCode(rawValue: "WALLET_DATA_INVALID")
    /// It is not what was signed, or not signed as it has to be.
    static let walletSignatureInvalid = ErrorCode(rawValue: "WALLET_SIGNATURE_INVALID")
    /// The signer's chain leads to nobody who is believed.
    static let walletSignerUntrusted = ErrorCode(rawValue: "WALLET_SIGNER_UNTRUSTED")
    /// The signer is another than the data says.
    static let walletSignerOther = ErrorCode(rawValue: "WALLET_SIGNER_OTHER")
    /// It was made too long ago, or is of a time to come.
    static let walletDataOld = ErrorCode(rawValue: "WALLET_DATA_OLD")
    /// The answer would go to somebody else than the issuer.
    static let walletCallbackElsewhere = ErrorCode(rawValue: "WALLET_CALLBACK_ELSEWHERE")
    /// The issuer expects a key that this wallet does not have.
    static let walletKeyUnknown = ErrorCode(rawValue: "WALLET_KEY_UNKNOWN")
    /// The issuer did not take the answer: 401.
    static let walletCallbackUnauthorized = ErrorCode(rawValue: "WALLET_CALLBACK_UNAUTHORIZED")
    /// … or another status than 200.
    static let walletCallbackStatus = ErrorCode(rawValue: "WALLET_CALLBACK_STATUS")
    /// What came back is not said to be a pass.
    static let walletMediaType = ErrorCode(rawValue: "WALLET_MEDIA_TYPE")
    /// … is larger than a pass may be, packed or unpacked.
    static let walletPassTooLarge = ErrorCode(rawValue: "WALLET_PASS_TOO_LARGE")
    /// … is not believed.
    static let walletPassUntrusted = ErrorCode(rawValue: "WALLET_PASS_UNTRUSTED")
    /// … is a pass that a device refuses.
    static let walletPassInvalid = ErrorCode(rawValue: "WALLET_PASS_INVALID")
    /// … is of another type, team or serial number than was asked for.
    static let walletPassOther = ErrorCode(rawValue: "WALLET_PASS_OTHER")
    /// … is not bound to the account and to what was signed.
    static let walletPassUnbound = ErrorCode(rawValue: "WALLET_PASS_UNBOUND")
    /// … was sent, says the service, and is not in the wallet.
    static let walletPassLost = ErrorCode(rawValue: "WALLET_PASS_LOST")
    /// The pass's web service did not do what it has to.
    static let walletWebService = ErrorCode(rawValue: "WALLET_WEB_SERVICE")
    /// Another command has the wallet.
    static let walletBusy = ErrorCode(rawValue: "WALLET_BUSY")
    /// There is no such pass in it.
    static let walletPassUnknown = ErrorCode(rawValue: "WALLET_PASS_UNKNOWN")
}
