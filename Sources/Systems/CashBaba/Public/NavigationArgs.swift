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
    /// The terms that the person agrees to on the welcome screen; `nil` for the SDK's own three sentences.
    public var terms: WalletTerms?
    /// The order of the keys that a PIN is typed on, where keys are drawn.
    public var pinPad: Screen.Field.PadKeyOrder

    public init(
        type: MethodTypes, wToken: HostSecret? = nil, languageCode: String = "en", environment: CashBabaEnvironment,
        paymentReference: String? = nil, clientId: String, clientSecret: HostSecret, phone: String? = nil,
        transferInfo: TransferInfo? = nil, cardProductCode: String? = nil, cardPromoCode: String? = nil,
        cardDeliveryAddress: String? = nil, pinPad: Screen.Field.PadKeyOrder = .shuffled, terms: WalletTerms? = nil
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
        self.terms = terms
    }
}

extension NavigationArgs {
    /// The language of `languageCode`: Bengali for `bn` and its regions, Arabic for `ar` and its regions, else English.
    var language: Language { CashBabaConfig.language(of: languageCode) }
}

/// A host's own terms for the wallet, in the languages that it has them in.
public struct WalletTerms: Hashable, Sendable {
    private let sentences: [String]
    private let translations: [Language: [String]]

    /// Terms of `sentences`, each on a line of its own.
    ///
    /// - Parameters:
    ///   - sentences: The terms where there is no translation: in a language that the host has chosen.
    ///   - translations: The same terms by language. One with fewer or more sentences is shown as it is.
    public init(_ sentences: [String], translations: [Language: [String]] = [:]) {
        self.sentences = sentences
        self.translations = translations
    }

    /// The lines in `language`. Without a translation they are those of the host's choice, each isolated, so that a sentence
    /// of another direction keeps its own; the SDK's terms never take their place.
    func lines(in language: Language) -> [String] {
        translations[language] ?? sentences.map(language.isolatedAtStart)
    }
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
