public import JourneyBase

/// A code was sent.
public struct OtpSendData: ResponseContent {
    /// In a form that the service does not document.
    public var otpExpireAt: String?

    public init(otpExpireAt: String? = nil) { self.otpExpireAt = otpExpireAt }

    public init(_ body: JSONValue) throws(SDKError) {
        otpExpireAt = try ResponseMembers(contentOf: body).text("otpExpireAt")
    }
}

/// The code for a forgotten PIN was right.
public struct ForgetPinVerifyData: ResponseContent {
    /// Names this reset, once.
    public var identifier: String?

    public init(identifier: String? = nil) { self.identifier = identifier }

    public init(_ body: JSONValue) throws(SDKError) {
        identifier = try ResponseMembers(contentOf: body).text("identifier")
    }
}

/// The rules for PINs, in words.
public struct PinRulesData: ResponseContent {
    public struct Message: Hashable, Sendable {
        public var english: String?
        public var bangla: String?

        public init(english: String? = nil, bangla: String? = nil) {
            self.english = english
            self.bangla = bangla
        }
    }

    public var validationMessages: [Message]

    public init(validationMessages: [Message] = []) { self.validationMessages = validationMessages }

    public init(_ body: JSONValue) throws(SDKError) {
        var messages: [Message] = []
        for message in try ResponseMembers(contentOf: body).objects("validationMessages") {
            messages.append(Message(english: try message.text("english"), bangla: try message.text("bangla")))
        }
        validationMessages = messages
    }
}
