import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyScreens
import JourneyServer
import JourneyWeb
import Synchronization
import TestSupport
import Testing

@testable import CardDetailsSDK
@testable import JourneySandbox
@testable import SandboxServices

/// The issuer, the partner's proxy and the device, over TLS, with a real web engine.
final class CardEngineFixture: Sendable {
    static let needsDisplay: Comment = "needs a display: run under xvfb-run -a"
    static let gateway = "gateway.localhost"

    let issuer: CardIssuerServer
    let origin: Origin
    let presenter: ScriptedPresenter
    let flow: CardDetailsFlow
    let concealment = Concealment()
    private let asked: AsyncStream<String>
    private let server: HTTPServer
    private let scratch: Scratch
    private let engines: Engines

    /// The created engines by page.
    final class Engines: Sendable {
        private let made = Mutex<[(CardPageVisibility, WebKitContainer)]>([])
        func note(_ container: WebKitContainer, _ place: CardPageVisibility) {
            made.withLock { $0.append((place, container)) }
        }
        func last(_ place: CardPageVisibility) -> WebKitContainer? { made.withLock { $0.last { $0.0 == place }?.1 } }
        func count(_ place: CardPageVisibility) -> Int { made.withLock { $0.count { $0.0 == place } } }
    }

    var visible: WebKitContainer? { engines.last(.visible) }
    func count(_ place: CardPageVisibility) -> Int { engines.count(place) }

    static func run(
        _ replies: [String: [ScriptedPresenter.Reply]], as person: String = "ada",
        believesInAnotherVault: Bool = false, visibility: Duration = .seconds(60), in language: Language = .english,
        _ body: (CardEngineFixture) async throws -> Void
    ) async throws {
        let town = try await CardEngineFixture(
            replies, person: person, believesInAnotherVault: believesInAnotherVault, visibility: visibility,
            language: language)
        do { try await body(town) } catch {
            await town.end()
            throw error
        }
        await town.end()
    }

    private init(
        _ replies: [String: [ScriptedPresenter.Reply]], person: String,
        believesInAnotherVault: Bool, visibility: Duration, language: Language
    ) async throws {
        let now = Date()
        let names = [Self.gateway, CardIssuerOptions.apiName, CardIssuerOptions.vaultName]
        let authority = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 3_600)
        let identity = try authority.issue(names: names, notBefore: now - 3_600, notAfter: now + 3_600)
        let trust = TLSTrust(authorities: [authority.identity.certificatePEM])
        let seed = CardSeed(Secret(copying: SystemRandom.bytes(32)))
        let issuer = try await CardIssuerServer.start(
            CardIssuerOptions(seed: seed, apiIdentity: identity, vaultIdentity: identity))
        self.issuer = issuer
        let userKey = try P256PrivateKey.generate()
        let credentials = issuer.issuer.credentials
        let account = try IssuerAccount(
            api: try #require(HTTPSURL("\(issuer.api)/api/v1")), script: try #require(issuer.script),
            applicationID: credentials.applicationID, apiKey: credentials.apiKey, apiSecret: credentials.apiSecret,
            uiSecret: credentials.uiSecret)
        let harbour = JourneyGateway.CardProductDesign(
            name: "Harbour", background: "#0b5fae", accent: "#083f74", text: "#ffffff")
        let proxy = CardRoutes(
            issuer: account, partners: ["town": try JWKSet([userKey.publicKey.thumbprint: userKey.publicKey])],
            store: try await CardStore(try await Database.open(.memory)), files: try CardPageFiles.bundled(),
            designs: [
                "harbour": try #require(harbour)
            ], transport: CurlTransport(trust: trust))
        let (server, origin) = try await HTTPServer.start(proxy, as: Self.gateway, port: 0, identity, log: .silent)
        (self.server, self.origin) = (server, origin)
        issuer.admit(origin)
        var whole: [String: [ScriptedPresenter.Reply]] = ["card-wait": [.never], "biometric": [.press("approve")]]
        whole.merge(replies) { $1 }
        let presenter = ScriptedPresenter(whole, language: language)
        self.presenter = presenter
        let (asked, say) = AsyncStream<String>.makeStream()
        self.asked = asked
        scratch = try Scratch()
        let user = issuer.issuer.seed.identifier("user/\(person)")
        let engines = Engines()
        self.engines = engines
        var host = try await CardDetailsHost.linux(
            directory: scratch.path + "/device", trust: trust,
            presenter: Announcing(base: presenter, asked: say), shown: { engines.note($0, $1) },
            userToken: { try await CardEngineFixture.token(user, userKey, origin) })
        host.concealments = { [concealment] in concealment.listen() }
        flow = CardDetailsFlow(
            try CardDetailsConfiguration(
                gateway: origin, vault: believesInAnotherVault ? issuer.api : issuer.vault, channels: [.sms, .both],
                biometrics: .required, visibility: visibility), host: host)
    }

    private func end() async {
        await issuer.stop()
        await server.stop(grace: .zero)
    }

    private static func token(_ user: String, _ key: P256PrivateKey, _ gateway: Origin) async throws -> CardUserToken {
        let now = Int64(Date().timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": "town", "sub": .string(user), "aud": .string("\(gateway)"), "iat": .number(JSONNumber(now)),
            "exp": .number(JSONNumber(now + 300)), "jti": .string(Dependencies.system.identifier()),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: "card-user+jwt", kid: key.publicKey.thumbprint, key: key)
        return CardUserToken(Secret(copying: text.utf8), expires: Date() + 300)
    }

    func run(_ label: String = "everyday", as person: String = "ada") async throws -> CardDetailsOutcome {
        let seed = issuer.issuer.seed
        return await flow.run(
            try #require(CardID(seed.identifier("card/\(label)"))),
            of: try #require(CardUserID(seed.identifier("user/\(person)"))))
    }

    /// Waits until the screen with that id is asked.
    func waitFor(_ screen: String) async throws {
        for await asked in asked where asked == screen { return }
        throw JourneyError(.unknown, "The flow ended before \(screen) came.")
    }

    /// Returns `true` if pages can be shown on this machine.
    static func hasDisplay() async -> Bool { await GTKActor.canShowPages() }
}

/// Reports the screens that are asked.
private struct Announcing: Presenter {
    let base: any Presenter
    let asked: AsyncStream<String>.Continuation

    var language: Language { base.language }
    func ask(_ screen: Screen) async -> ScreenAction {
        asked.yield(screen.id)
        return await base.ask(screen)
    }
    func show(_ screen: Screen) async { await base.show(screen) }
    func dismiss() async { await base.dismiss() }
}
