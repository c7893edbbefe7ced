public import JourneyBase

/// The shared context of a host's wallet plugins: the SDK, its presenter, and the credentials.
///
/// Pages and manifests have no influence on it: everything that opens the wallet comes from the host.
public final class WalletSteps: Sendable {
    /// The credentials and the user with which the wallet is opened.
    public struct Access: Sendable {
        public var environment: CashBabaEnvironment
        public var clientId: String
        public var clientSecret: HostSecret
        /// The wallet's token, issued by the host's server.
        public var wToken: HostSecret
        /// The phone number that receives codes. It is only shown.
        public var phone: String?
        /// The terms that the user agrees to before the first PIN; `nil` for the SDK's own.
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

    /// Creates the context of the plugins.
    ///
    /// - Parameters:
    ///   - sdk: An initialised SDK.
    ///   - presenter: The presenter of the wallet's screens.
    ///   - faces: The source of pictures for a face check.
    ///   - access: Returns the credentials. It is called for each step, because tokens expire. When it throws, the step fails with
    ///     its error.
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

    /// Presents a flow in the presenter's language and returns its end. Throws `BRIDGE_BUSY` while the wallet is presented, and
    /// the error of `access`.
    func present(_ type: MethodTypes, reference: String? = nil) async throws -> CashBabaSDK.End {
        let busy = JourneyError(.bridgeBusy, "The wallet is already presented. Wait for it to end.")
        guard !sdk.isPresented else { throw busy }
        let access = try await access()
        // The step may have been cancelled meanwhile.
        try Task.checkCancellation()
        let args = NavigationArgs(
            type: type, wToken: access.wToken, languageCode: presenter.language.tag, environment: access.environment,
            paymentReference: reference, clientId: access.clientId, clientSecret: access.clientSecret,
            phone: access.phone, terms: access.terms)
        guard let end = await sdk.end(of: args, on: presenter, faces: faces) else {
            throw JourneyError(.unknown, "The wallet's flow ended without a result.")
        }
        if case .failed(let model) = end, model.error == .alreadyPresented { throw busy }
        return end
    }
}

extension PluginPermission {
    /// Permits payments, and changes of payment credentials, that the user confirms.
    public static let payments = PluginPermission(rawValue: "payments")
}

extension JourneyError {
    /// Creates the error that a page receives: the wallet error's code, without any text of the service.
    init(ofWallet error: SDKError) {
        self.init(error.errorCode, "The wallet's flow failed: \(error.title) \(error.code).")
        requestFate = error.requestFate
    }
}
