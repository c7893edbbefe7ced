import CashBaba

/// Which flow is run, and what it is about.
struct WalletFlowChoice: Sendable {
    var type: MethodTypes
    var reference: String?
    var transfer: TransferInfo?
    var cardProduct: String?
    var cardAddress: String?
    var cardPromotion: String?
    var faces: CommandLineFaces?

    init(_ type: MethodTypes, reference: String? = nil) {
        self.type = type
        self.reference = reference
    }

    /// What the SDK is presented with.
    func arguments(at service: ServiceChoice, language: String) -> NavigationArgs {
        NavigationArgs(
            type: type, wToken: HostSecret(service.wToken), languageCode: language, environment: service.environment,
            paymentReference: reference, clientId: service.clientID, clientSecret: HostSecret(service.clientSecret),
            phone: service.phone, transferInfo: transfer, cardProductCode: cardProduct, cardPromoCode: cardPromotion,
            cardDeliveryAddress: cardAddress)
    }
}
