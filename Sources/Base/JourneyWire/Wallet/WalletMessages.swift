import JourneyBase

/// The envelope of the wallet's responses. The members of a token are beside it, those of other responses in `data`.
package struct WalletReply: WireMessage {
    /// The code: 200, 201, or the status of a refusal.
    package let code: Int
    /// Sentences for the person.
    package let messages: [String]
    package let details: WireJSON
    package let data: WireJSON?

    package init(code: Int, messages: [String], data: WireJSON? = nil) {
        self.code = code
        self.messages = messages
        self.data = data
        details = WireJSON(.null)
    }
}

/// The code of any wallet response.
package struct WalletReplyCode: WireMessage { package let code: Int? }

/// The texts and data of any wallet response. Members of unexpected types are accepted.
package struct WalletReplyText: WireMessage {
    package let messages: WireJSON?
    package let details: WireJSON?
    package let data: WireJSON?
}

/// The members in the `data` of a refusal that describe an earlier payment: `transactionStatus` for a bill, otherwise `status`.
package struct WalletEarlierPayment: WireMessage {
    package let transactionId: WireJSON?
    /// The status of a bill's payment.
    package let transactionStatus: WireJSON?
    /// The status of another payment than a bill.
    package let status: WireJSON?
}

/// The response to the token call.
package struct WalletToken: WireMessage {
    package let accessToken: WireSecret
    /// The token type, `Bearer`.
    package let tokenType: String?
    /// The lifetime in seconds.
    package let expiresIn: Int?

    package init(accessToken: WireSecret, expiresIn: Int) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        tokenType = "Bearer"
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
    }
}

/// The response to a call that sends a code.
package struct WalletCodeSent: WireMessage {
    /// The time at which the code expires.
    package let otpExpireAt: String

    package init(otpExpireAt: String) { self.otpExpireAt = otpExpireAt }
}

/// The response to the correct code for a forgotten PIN.
package struct WalletReset: WireMessage {
    /// The identifier of this reset, for single use.
    package let identifier: String

    package init(identifier: String) { self.identifier = identifier }
}

/// The rules for PINs, in both languages.
package struct WalletPinRules: WireMessage {
    package struct Message: WireMessage {
        package let english: String
        package let bangla: String

        package init(english: String, bangla: String) {
            self.english = english
            self.bangla = bangla
        }
    }

    package let validationMessages: [Message]

    package init(validationMessages: [Message]) { self.validationMessages = validationMessages }
}

/// A transfer, or a payment by QR code.
package struct WalletTransaction: WireMessage {
    package let responseCode: Int
    package let message: String
    package let transactionId: String
    /// The status; a number in some calls, a word in others.
    package let status: WireJSON
    package var isOtpRequired = false
    package var isPinRequired = false
    /// The confirmation that the person must give; `null` for none.
    package var mfaType = WireJSON(.null)
    package var isFaceVerificationRequired: Bool?
    package var otpExpire: String?
    package var otpExpirySeconds: Int?

    /// The status and message of a transaction that has moved money.
    package static let authorized = "Authorized"
    /// The status of a transaction that waits for its code.
    package static let pending = "Pending"

    package init(_ id: String, message: String, status: WireJSON) {
        responseCode = 0
        self.message = message
        transactionId = id
        self.status = status
    }
}

/// A payment of a bill.
package struct WalletPayment: WireMessage {
    package let responseCode: Int
    package let message: String
    package let transactionId: String
    package let paymentReference: String
    package let transactionCurrencyCode: String
    package let transactionAmount: WireNumber
    package let feeAmount: WireNumber
    package let totalAmount: WireNumber
    /// The payer's remaining balance; missing for an earlier payment.
    package var availableBalance: WireNumber?
    package let transactionStatus: String
    package let isOtpRequired: Bool
    package let isPinRequired: Bool

    package init(
        _ id: String, of reference: String, status: String, amount: WireNumber, fee: WireNumber, total: WireNumber
    ) {
        responseCode = 0
        message = status
        transactionId = id
        paymentReference = reference
        transactionCurrencyCode = "BDT"
        transactionAmount = amount
        feeAmount = fee
        totalAmount = total
        transactionStatus = status
        isOtpRequired = false
        isPinRequired = false
    }
}
