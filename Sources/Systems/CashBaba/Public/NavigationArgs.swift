public import JourneyBase

/// The parameters of a presentation.
public struct NavigationArgs: Sendable {
    public var type: MethodTypes
    /// The wallet's token, issued by the host's server.
    public var wToken: HostSecret?
    public var languageCode: String
    public var environment: CashBabaEnvironment
    public var paymentReference: String?
    public var clientId: String
    public var clientSecret: HostSecret
    /// The phone number that receives codes. It is only shown.
    public var phone: String?
    public var transferInfo: TransferInfo?
    /// The payee and the amount of the bill `paymentReference`, which the person sees before paying it; `nil` shows the reference
    /// alone.
    public var billInfo: BillInfo?
    public var cardProductCode: String?
    public var cardPromoCode: String?
    public var cardDeliveryAddress: String?
    /// The terms that the user agrees to on the welcome screen; `nil` for the SDK's own three sentences.
    public var terms: WalletTerms?
    /// The order of the keys of an on-screen PIN pad.
    public var pinPad: Screen.Field.PadKeyOrder

    public init(
        type: MethodTypes, wToken: HostSecret? = nil, languageCode: String = "en", environment: CashBabaEnvironment,
        paymentReference: String? = nil, clientId: String, clientSecret: HostSecret, phone: String? = nil,
        transferInfo: TransferInfo? = nil, cardProductCode: String? = nil, cardPromoCode: String? = nil,
        cardDeliveryAddress: String? = nil, pinPad: Screen.Field.PadKeyOrder = .shuffled, terms: WalletTerms? = nil,
        billInfo: BillInfo? = nil
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
        self.billInfo = billInfo
        self.cardProductCode = cardProductCode
        self.cardPromoCode = cardPromoCode
        self.cardDeliveryAddress = cardDeliveryAddress
        self.pinPad = pinPad
        self.terms = terms
    }
}

extension NavigationArgs {
    /// The language of `languageCode`: Bengali for `bn` and its regions, Arabic for `ar` and its regions, else English.
    var language: Language { CashBabaConfig.language(of: languageCode) }
}

/// A host's own terms for the wallet, in the languages in which it has them.
public struct WalletTerms: Hashable, Sendable {
    private let sentences: [String]
    private let translations: [Language: [String]]

    /// Creates terms of `sentences`, each on its own line.
    ///
    /// - Parameters:
    ///   - sentences: The terms in a language of the host's choice, shown if there is no translation.
    ///   - translations: The same terms by language. A translation is shown even if its number of sentences differs.
    public init(_ sentences: [String], translations: [Language: [String]] = [:]) {
        self.sentences = sentences
        self.translations = translations
    }

    /// Returns the lines in `language`. Without a translation they are the host's default sentences, each isolated so that it
    /// keeps its own text direction. The SDK's terms never replace them.
    func lines(in language: Language) -> [String] {
        translations[language] ?? sentences.map(language.isolatedAtStart)
    }
}

/// The facts of a bill that a person confirms. They are only shown: the service pays the bill of the reference.
public struct BillInfo: Hashable, Sendable {
    /// The name of the payee.
    public var payee: String
    /// The amount in taka: above zero, with at most two decimals after a point.
    public var amount: String

    /// Creates the facts of a bill.
    ///
    /// - Parameters:
    ///   - payee: The name of the payee.
    ///   - amount: The amount in taka: above zero, with at most two decimals after a point.
    public init(payee: String, amount: String) {
        self.payee = payee
        self.amount = amount
    }
}

/// A transfer to a bank account.
public struct TransferInfo: Hashable, Sendable {
    public var bankTokenNo: String
    /// The amount: above zero, with at most two decimals after a point.
    public var transactionAmount: String
    public var purpose: String

    public init(bankTokenNo: String, transactionAmount: String, purpose: String) {
        self.bankTokenNo = bankTokenNo
        self.transactionAmount = transactionAmount
        self.purpose = purpose
    }
}
