/// The data of a sent code.
public struct OtpSendData: ResponseContent {
    /// The code's expiry, in a format that the service does not document.
    public var otpExpireAt: String?

    public init(otpExpireAt: String? = nil) { self.otpExpireAt = otpExpireAt }

}

/// The data of a verified PIN-reset code.
public struct ForgetPinVerifyData: ResponseContent {
    /// The identifier of this reset. It is valid once.
    public var identifier: String?

    public init(identifier: String? = nil) { self.identifier = identifier }

}

/// The rules for PINs, as texts.
public struct PinRulesData: ResponseContent {
    public struct Message: Hashable, Sendable, Decodable {
        public var english: String?
        public var bangla: String?

        public init(english: String? = nil, bangla: String? = nil) {
            self.english = english
            self.bangla = bangla
        }
    }

    public var validationMessages: [Message]

    public init(validationMessages: [Message] = []) { self.validationMessages = validationMessages }

}
