import CashBaba

/// The flow to run, and its parameters.
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

    /// Returns the SDK's parameters for a service.
    func arguments(at service: ServiceChoice, language: String) -> NavigationArgs {
        NavigationArgs(
            type: type, wToken: HostSecret(service.wToken), languageCode: language, environment: service.environment,
            paymentReference: reference, clientId: service.clientID, clientSecret: HostSecret(service.clientSecret),
            phone: service.phone, transferInfo: transfer, cardProductCode: cardProduct, cardPromoCode: cardPromotion,
            cardDeliveryAddress: cardAddress)
    }
}
