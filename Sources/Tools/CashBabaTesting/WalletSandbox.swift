public import CashBaba
import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyScreens
public import JourneyTesting

/// The environment of `CashBaba` in one process: the wallet service with its key, a customer, and a scripted person.
///
/// PINs are encrypted and decrypted as in production, codes are sent and counted, and each payment moves money once.
public struct WalletSandbox: Sendable {
    public typealias End = CashBabaSDK.End

    /// The environment with the service's URL.
    public static let environment = CashBabaEnvironment(name: "sandbox", baseURL: baseURL)
    private static let baseURL: HTTPSURL = {
        guard let url = HTTPSURL("https://wallet.example/api/") else {
            preconditionFailure("the literal URL must be valid")
        }
        return url
    }()
    /// One key for all sandboxes of a process, because RSA key generation is slow.
    private static let key = Result { try RSAPrivateKey.generate() }

    /// The wallet service.
    public let service: Service
    private let token: String
    /// The network. Its `requests` are all that left the device.
    public let transport: ServiceTransport
    /// An SDK instance configured with the service's key. Each sandbox has its own, so that tests can run concurrently.
    public let sdk: CashBabaSDK
    /// The scripted person.
    public let presenter: ScriptedPresenter
    /// The wall clock, by which codes, sessions and locks expire.
    public let time: SandboxTime

    /// Creates a wallet and a scripted person.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - language: The language of the screens.
    ///   - replies: Creates the answers by screen id, given the service, whose codes the person types.
    /// - Throws: An error of key generation or of the SDK's configuration.
    public init(
        _ customer: WalletCustomer = WalletCustomer(), language: Language = .english,
        replies: (Service) -> [String: [ScriptedPresenter.Reply]] = { _ in [:] }
    ) throws {
        time = SandboxTime()
        token = customer.token
        var dependencies = Dependencies.fixed()
        dependencies.now = time.now
        let key = try WalletSandbox.key.get()
        service = Service(customer, key: key, time: time, random: dependencies.random)
        let transport = ServiceTransport([WalletSandbox.baseURL.origin: service])
        self.transport = transport
        sdk = CashBabaSDK(dependencies: dependencies) { _ in transport }
        presenter = ScriptedPresenter(replies(service), language: language, dependencies: dependencies)
        try sdk.initialize(
            environment: WalletSandbox.environment, languageCode: language.tag,
            wToken: HostSecret(stringLiteral: customer.token),
            pemData: Data(key.publicKey.pem.utf8))
    }

    /// Creates the arguments with which a host presents the SDK. Set the flow's own members before use.
    ///
    /// - Parameter type: The flow.
    /// - Returns: The arguments.
    public func arguments(_ type: MethodTypes) -> NavigationArgs {
        NavigationArgs(
            type: type, wToken: HostSecret(stringLiteral: token), languageCode: presenter.language.tag,
            environment: WalletSandbox.environment, clientId: Service.clientID, clientSecret: Service.clientSecret
        )
    }

    /// Presents a flow and waits for its end.
    ///
    /// - Parameters:
    ///   - type: The flow.
    ///   - faces: The source of face pictures.
    ///   - change: Sets the flow's own members.
    /// - Returns: The end of the flow, or `nil`.
    public func present(
        _ type: MethodTypes, faces: (any FaceCapture)? = nil,
        _ change: @Sendable (inout NavigationArgs) -> Void = { _ in }
    ) async -> End? {
        var arguments = arguments(type)
        change(&arguments)
        return await sdk.end(of: arguments, on: presenter, faces: faces)
    }
}
