/// A code was sent.
public struct OtpSendData: ResponseContent {
    /// In a form that the service does not document.
    public var otpExpireAt: String?

    public init(otpExpireAt: String? = nil) { self.otpExpireAt = otpExpireAt }

}

/// The code for a forgotten PIN was right.
public struct ForgetPinVerifyData: ResponseContent {
    /// Names this reset, once.
    public var identifier: String?

    public init(identifier: String? = nil) { self.identifier = identifier }

}

/// The rules for PINs, in words.
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
