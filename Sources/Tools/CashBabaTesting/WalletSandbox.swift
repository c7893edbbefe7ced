public import CashBaba
import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyScreens
public import JourneyTesting

/// All that `CashBaba` stands on, in this process: the wallet's service with its key, a customer, and the person at the screens.
///
/// PINs are really encrypted and decrypted, codes are really sent and counted, money really moves once.
public struct WalletSandbox: Sendable {
    public typealias End = CashBabaSDK.End

    /// The service's place.
    public static let environment = CashBabaEnvironment(name: "sandbox", baseURL: baseURL)
    private static let baseURL: HTTPSURL = {
        guard let url = HTTPSURL("https://wallet.example/api/") else {
            preconditionFailure("a literal address is none")
        }
        return url
    }()
    /// Made once for all sandboxes of a process: an RSA key takes a while.
    private static let key = Result { try RSAPrivateKey.generate() }

    public let service: Service
    private let token: String
    public let transport: ServiceTransport
    /// Set up with the service's key; one of its own, so that tests may run side by side.
    public let sdk: CashBabaSDK
    public let presenter: ScriptedPresenter
    /// What the wall clock shows: codes, sessions and locks end by it.
    public let time: SandboxTime

    /// A wallet of `customer`, and a person who answers screens as `replies` says, by the screens' ids; they are made of the
    /// service, whose codes the person types.
    public init(
        _ customer: WalletCustomer = WalletCustomer(), language: Language = .english,
        replies: (Service) -> [String: [ScriptedPresenter.Reply]] = { _ in [:] }
    ) throws {
        time = SandboxTime()
        token = customer.token
        var surroundings = Surroundings.fixed()
        surroundings.now = time.now
        let key = try WalletSandbox.key.get()
        service = Service(customer, key: key, time: time, random: surroundings.random)
        let transport = ServiceTransport([WalletSandbox.baseURL.origin: service])
        self.transport = transport
        sdk = CashBabaSDK(surroundings: surroundings) { _ in transport }
        presenter = ScriptedPresenter(replies(service), language: language, surroundings: surroundings)
        try sdk.initialize(
            environment: WalletSandbox.environment, languageCode: language.tag,
            wToken: HostSecret(stringLiteral: customer.token),
            pemData: Data(key.publicKey.pem.utf8))
    }

    /// What a host presents the SDK with; the flow's own members are for the caller to set.
    public func arguments(_ type: MethodTypes) -> NavigationArgs {
        NavigationArgs(
            type: type, wToken: HostSecret(stringLiteral: token), languageCode: presenter.language.tag,
            environment: WalletSandbox.environment, clientId: Service.clientID, clientSecret: Service.clientSecret
        )
    }

    /// Presents a flow to its end.
    public func present(
        _ type: MethodTypes, faces: (any FaceCapture)? = nil,
        _ change: @Sendable (inout NavigationArgs) -> Void = { _ in }
    ) async -> End? {
        var arguments = arguments(type)
        change(&arguments)
        return await sdk.end(of: arguments, on: presenter, faces: faces)
    }
}
