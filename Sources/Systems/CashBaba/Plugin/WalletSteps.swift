public import JourneyBase

/// What the wallet's plugins of one host have in common: the SDK, where its screens are shown, and as whom it signs in.
///
/// No page and no manifest has a part in it: what opens the wallet comes from the host alone.
public final class WalletSteps: Sendable {
    /// As whom the wallet is opened.
    public struct Access: Sendable {
        public var environment: CashBabaEnvironment
        public var clientId: String
        public var clientSecret: HostSecret
        /// The wallet's token, from the host's server.
        public var wToken: HostSecret
        /// Whom a code is sent to, for the screen alone.
        public var phone: String?
        /// The terms that the person agrees to before a first PIN; `nil` for the SDK's own.
        public var terms: WalletTerms?

        public init(
            environment: CashBabaEnvironment, clientId: String, clientSecret: HostSecret, wToken: HostSecret,
            phone: String? = nil, terms: WalletTerms? = nil
        ) {
            self.environment = environment
            self.clientId = clientId
            self.clientSecret = clientSecret
            self.wToken = wToken
            self.phone = phone
            self.terms = terms
        }
    }

    private let sdk: CashBabaSDK
    private let presenter: any Presenter
    private let faces: (any FaceCapture)?
    private let access: @Sendable () async throws -> Access

    /// Steps over an SDK that is initialized, on `presenter`. `access` is asked for each time, because tokens run out; `faces`
    /// takes the pictures of a face check.
    public init(
        _ sdk: CashBabaSDK = .shared, on presenter: any Presenter, faces: (any FaceCapture)? = nil,
        access: @escaping @Sendable () async throws -> Access
    ) {
        self.sdk = sdk
        self.presenter = presenter
        self.faces = faces
        self.access = access
    }

    var doubtful: UnresolvedPayments { sdk.doubtfulPayments }

    /// Presents that flow, in the presenter's language, and gives its one end. Throws `BRIDGE_BUSY` while the wallet is
    /// presented already, and what `access` throws.
    func present(_ type: MethodTypes, reference: String? = nil) async throws -> CashBabaSDK.End {
        let busy = JourneyError(.bridgeBusy, "The wallet is presented already.")
        guard !sdk.isPresented else { throw busy }
        let access = try await access()
        // The step may have been left meanwhile.
        try Task.checkCancellation()
        let args = NavigationArgs(
            type: type, wToken: access.wToken, languageCode: presenter.language.tag, environment: access.environment,
            paymentReference: reference, clientId: access.clientId, clientSecret: access.clientSecret,
            phone: access.phone, terms: access.terms)
        guard let end = await sdk.end(of: args, on: presenter, faces: faces) else {
            throw JourneyError(.unknown, "The wallet's flow ended without a word.")
        }
        if case .failed(let model) = end, model.error == .alreadyPresented { throw busy }
        return end
    }
}

extension PluginPermission {
    /// Pays, or changes what one pays with, when the person confirms it.
    public static let payments = PluginPermission(rawValue: "payments")
}

extension JourneyError {
    /// What a page may know of the wallet's error: its code, and nothing that the service said.
    init(ofWallet error: SDKError) {
        self.init(error.errorCode, "The wallet's flow failed: \(error.title) \(error.code).")
        requestFate = error.requestFate
    }
}
