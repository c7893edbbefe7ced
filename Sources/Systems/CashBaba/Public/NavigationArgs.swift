public import JourneyBase

/// What a host presents the SDK with.
public struct NavigationArgs: Sendable {
    public var type: MethodTypes
    /// The wallet's token, from the host's server.
    public var wToken: HostSecret?
    public var languageCode: String
    public var environment: CashBabaEnvironment
    public var paymentReference: String?
    public var clientId: String
    public var clientSecret: HostSecret
    /// Whom a code is sent to, for the screen alone.
    public var phone: String?
    public var transferInfo: TransferInfo?
    public var cardProductCode: String?
    public var cardPromoCode: String?
    public var cardDeliveryAddress: String?
    /// The order of the keys that a PIN is typed on, where keys are drawn.
    public var pinPad: Screen.Field.Pad

    public init(
        type: MethodTypes, wToken: HostSecret? = nil, languageCode: String = "en", environment: CashBabaEnvironment,
        paymentReference: String? = nil, clientId: String, clientSecret: HostSecret, phone: String? = nil,
        transferInfo: TransferInfo? = nil, cardProductCode: String? = nil, cardPromoCode: String? = nil,
        cardDeliveryAddress: String? = nil, pinPad: Screen.Field.Pad = .shuffled
    ) {
        self.type = type
        self.wToken = wToken
        self.languageCode = languageCode
        self.environment = environment
        self.paymentReference = paymentReference
        self.clientId = clientId
        self.clientSecret = clientSecret
        self.phone = phone
        self.transferInfo = transferInfo
        self.cardProductCode = cardProductCode
        self.cardPromoCode = cardPromoCode
        self.cardDeliveryAddress = cardDeliveryAddress
        self.pinPad = pinPad
    }
}

extension NavigationArgs {
    /// The language of `languageCode`: Bengali for `bn` and its regions, Arabic for `ar` and its regions, else English.
    var language: Language { CashBabaConfig.language(of: languageCode) }
}

/// A transfer to a bank account.
public struct TransferInfo: Hashable, Sendable {
    public var bankTokenNo: String
    /// Above zero, with at most two decimals after a point.
    public var transactionAmount: String
    public var purpose: String

    public init(bankTokenNo: String, transactionAmount: String, purpose: String) {
        self.bankTokenNo = bankTokenNo
        self.transactionAmount = transactionAmount
        self.purpose = purpose
    }
}
