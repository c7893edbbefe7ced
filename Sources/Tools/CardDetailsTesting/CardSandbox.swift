public import CardDetailsSDK
import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyScreens
public import JourneyTesting
import JourneyWeb
import JourneyWire

/// The environment of `CardDetailsSDK` in one process: the proxy with the issuer behind it, the issuer's pages, the host's
/// backend, the device's sensor, and a scripted person.
///
/// The user token is signed and checked as in production, codes are sent and counted, and the page renders the card only with the
/// token that the right code was exchanged for.
public struct CardSandbox: Sendable {
    /// The proxy's origin.
    public static let origin = sandboxOrigin("cards.example")
    /// The origin of the issuer's frames.
    public static let vault = sandboxOrigin("vault.example")
    /// The sample user.
    public static let user = identifier(CardUserID.init, "11111111-2222-4333-8444-555555555555")
    /// The card of the sample user.
    public static let card = identifier(CardID.init, "c0ffee00-2222-4333-8444-555555555555")

    /// The card proxy.
    public let service: Service
    /// The network. Its `requests` are all that left the device.
    public let transport: ServiceTransport
    /// The scripted person.
    public let presenter: ScriptedPresenter
    /// The dependencies of the flow, for tests of the app's own code.
    public let host: CardDetailsHost
    /// The flow with the sandbox's configuration.
    public let flow: CardDetailsFlow
    /// The wall clock, by which codes and tokens expire.
    public let time: SandboxTime
    /// The clock for waiting: the time for which a card is shown, and timeouts of pages.
    public let clock: ManualClock
    /// The device's store, which holds tokens that remain to be revoked. A test may make it fail.
    public let store: MemoryStore
    private let conceal: AsyncStream<Void>.Continuation
    private let biometrics = ScriptedSensor()

    /// Creates a proxy and a scripted person. Screens that only wait answer themselves.
    ///
    /// - Parameters:
    ///   - cards: The cards.
    ///   - language: The language of the screens.
    ///   - replies: Creates the answers by screen id, given the service, whose codes the person types.
    ///   - configure: Changes the flow's configuration.
    /// - Throws: An error of key generation or of the configuration.
    public init(
        cards: [Card] = [Card(id: CardSandbox.card, owner: CardSandbox.user)],
        language: Language = .english, replies: (Service) -> [String: [ScriptedPresenter.Reply]] = { _ in [:] },
        configure: (inout CardDetailsConfiguration) -> Void = { _ in }
    ) throws {
        let time = SandboxTime()
        let clock = ManualClock()
        var dependencies = Dependencies.fixed(clock: clock)
        dependencies.now = time.now
        self.time = time
        self.clock = clock
        let backend = try P256PrivateKey.generate()
        let service = Service(
            cards, backend: try JWKSet(["backend-1": backend.publicKey]), time: time, random: dependencies.random)
        self.service = service
        transport = ServiceTransport([CardSandbox.origin: service])
        presenter = ScriptedPresenter(
            ["card-wait": [.never]].merging(replies(service)) { $1 }, language: language, dependencies: dependencies)
        let (concealments, conceal) = AsyncStream<Void>.makeStream()
        self.conceal = conceal
        let store = MemoryStore()
        self.store = store
        let random = dependencies
        var configuration = try CardDetailsConfiguration(
            gateway: CardSandbox.origin, vault: CardSandbox.vault, channels: [.sms], biometrics: .required)
        configure(&configuration)
        host = CardDetailsHost(
            presenter: presenter, transport: transport,
            makeContainer: { [dependencies] _, place in
                ScriptedPage(dependencies: dependencies) { try await service.play($0, place) }
            }, biometrics: biometrics, instanceKey: try P256PrivateKey.generate(),
            store: store, userToken: { try await CardSandbox.token(backend, random) },
            concealments: { concealments },
            dependencies: dependencies)
        flow = CardDetailsFlow(configuration, host: host)
    }

    /// Runs the flow for a card from consent to its end.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - user: The user.
    /// - Returns: The outcome.
    public func show(
        _ card: CardID = CardSandbox.card, of user: CardUserID = CardSandbox.user
    ) async -> CardDetailsOutcome {
        await flow.run(card, of: user)
    }

    /// Sets the verdict of further biometric prompts.
    public func sensor(_ verdict: BiometricVerdict) { biometrics.set(verdict) }
    /// Simulates that the app leaves the foreground or a recording of the display starts.
    public func leaveForeground() { conceal.yield() }

    /// Creates the token that the host's backend signs for its user.
    private static func token(_ key: P256PrivateKey, _ dependencies: Dependencies) async throws -> CardUserToken {
        let now = Int64(dependencies.now().timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(Service.partner), "sub": .string(user.rawValue), "aud": .string("\(origin)"),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)),
            "jti": .string(dependencies.identifier()),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: CardContract.userTokenType, kid: "backend-1", key: key)
        return CardUserToken(Secret(copying: text.utf8), expires: dependencies.now() + 300)
    }

    private static func identifier<ID>(_ make: (String) -> ID?, _ text: String) -> ID {
        guard let id = make(text) else { preconditionFailure("the literal identifier must be valid") }
        return id
    }
}
