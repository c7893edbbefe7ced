import CardDetailsSDK
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyServer
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import ProductTesting

/// Ada's cards, and whose else.
struct CardPeople {
    let (ada, ben): (String, String)
    let cards: [String: String]

    init(_ issuer: CardIssuer) throws {
        let known = issuer.knownCards
        func user(_ label: String) throws -> String { try #require(known.first { $0.label == label }).user }
        (ada, ben) = (try user("everyday"), try user("bens"))
        cards = Dictionary(known.map { ($0.label, $0.id) }) { $1 }
    }

    func card(_ label: String) -> String { cards[label] ?? "none" }
}

/// Either of the two, as a test sees it.
protocol CardSide: Side {
    var key: P256PrivateKey { get }
    var now: Date { get }
    /// The code of the last challenge.
    var code: String { get }
    /// The issuer sends a code: the challenge, or why not.
    func challenge(_ user: String) async throws -> String
    /// Whether the page at that address comes up.
    func opens(_ url: HTTPSURL) async -> Bool
    /// What the issuer's frames draw, as the page tells it.
    func draw(_ card: String, _ token: String, pin: Bool) async throws -> String
}

/// The card proxy, and the sandbox's issuer behind it.
struct RealCardSide: CardSide {
    let origin = "https://cards.example"
    let key: P256PrivateKey
    let issuer: CardIssuer
    let service: CardService
    let moment: Moment
    var now: Date { moment.now }
    let code = CardIssuer.code

    init() async throws {
        let moment = Moment()
        var surroundings = Surroundings.system
        surroundings.now = { moment.now }
        (self.moment, key) = (moment, try .generate())
        issuer = try await CardIssuer(
            .memory, seed: CardSeed(Secret(copying: Array(repeating: 7, count: 32))), surroundings: surroundings)
        let (api, vault) = (
            try #require(HTTPSURL("https://issuer.example/api/v1")),
            try #require(HTTPSURL("https://vault.example/s"))
        )
        service = CardService(
            issuer: try IssuerAccount(
                api: api, script: vault, applicationID: issuer.credentials.applicationID,
                apiKey: issuer.credentials.apiKey, apiSecret: issuer.credentials.apiSecret,
                uiSecret: issuer.credentials.uiSecret),
            partners: ["backend": try JWKSet(["backend-1": key.publicKey])],
            store: try await CardStore(try await Database.open(.memory)),
            files: CardPageFiles(script: [], style: [], bridge: []),
            transport: ServiceTransport([api.origin: CardIssuerService(issuer)]), surroundings: surroundings)
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
    func pass(_ seconds: TimeInterval) { moment.advance(seconds: seconds) }
    func challenge(_ user: String) async throws -> String {
        switch try await issuer.requestConsent(of: user) {
        case .success(let body): return try #require(body["challengeId"]?.string)
        case .failure(let refusal): return refusal.code == "31055" ? "RATE_LIMITED" : refusal.code
        }
    }
    func opens(_ url: HTTPSURL) async -> Bool {
        await service.handle(HTTPRequest(method: .get, url: url)).status == 200
    }
    func draw(_ card: String, _ token: String, pin: Bool) async throws -> String {
        var news: [String] = []
        for part in [CardIssuer.Part.cardNumber, .cvv] + (pin ? [.pin] : []) {
            let drawing = CardIssuer.Drawing(
                part: part, card: card, token: token, isHidden: false, origin: "https://cards.example")
            switch try await issuer.key(for: drawing) {
            case .success: news.append("rendered")
            // As `card.js` has them.
            case .failure(let refusal) where refusal.code == "30022": news.append("absent")
            case .failure(let refusal):
                return [
                    "31048": "TOKEN_EXPIRED", "30012": "TOKEN_EXPIRED", "30013": "CARD_UNKNOWN",
                    "30061": "CARD_UNKNOWN", "30100": "CARD_NOT_ACTIVE",
                ][refusal.code] ?? "RENDER_FAILED"
            }
        }
        return news.joined(separator: " ")
    }
}

/// `ProductTesting.CardDesk`, with the same cards.
struct SandboxCardSide: CardSide {
    let origin = "https://cards.example"
    let key: P256PrivateKey
    let desk: ProductTesting.CardDesk
    let time = SandboxTime()
    var now: Date { time.now() }
    var code: String { desk.lastCode }

    init(_ people: CardPeople) throws {
        key = try .generate()
        var surroundings = Surroundings.fixed()
        surroundings.now = time.now
        var cards: [ProductTesting.CardDesk.Card] = []
        for (label, status, block) in [
            ("everyday", "ACTIVE", nil), ("travel", "ACTIVE", nil), ("frozen", "BLOCKED", "BLOCKEDBYCARDHOLDER"),
            ("lost", "BLOCKED", "LOST"), ("expired", "EXPIRED", nil), ("bens", "ACTIVE", nil),
        ] as [(String, String, String?)] {
            var card = ProductTesting.CardDesk.Card(
                id: try #require(CardID(people.card(label))),
                owner: try #require(CardUserID(label == "bens" ? people.ben : people.ada)), status: status,
                isPhysical: label == "travel")
            card.blockType = block
            cards.append(card)
        }
        desk = ProductTesting.CardDesk(
            cards, origin: try #require(HTTPSURL("https://cards.example/")).origin,
            partners: try JWKSet(["backend-1": key.publicKey]), time: time, surroundings: surroundings)
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse { await desk.handle(request) }
    func pass(_ seconds: TimeInterval) { time.pass(seconds) }
    func challenge(_ user: String) async throws -> String {
        switch desk.consent(user) {
        case .success(let body): try #require(body["challengeId"]?.string)
        case .failure(let refusal): refusal.code
        }
    }
    func opens(_ url: HTTPSURL) async -> Bool { desk.open(url) != nil }
    func draw(_ card: String, _ token: String, pin: Bool) async throws -> String {
        switch desk.draw(card, withPIN: pin, by: token) {
        case .success(let parts): parts.map(\.news).joined(separator: " ")
        case .failure(let refusal): refusal.code
        }
    }
}

extension CardSide {
    /// A code that is none.
    var wrong: String { code.dropLast() + (code.last == "0" ? "1" : "0") }
}
