public import CardDetailsSDK
import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization

/// The card proxy of a `CardSandbox` and the issuer behind it, by the rules of the real ones (`docs/card-proxy.md`), in memory:
/// it knows people by tokens that the host's backend has signed, sends codes, counts tries, and gives a token that draws one card.
public final class CardDesk: HTTPService {
    /// Who has which card.
    public struct Card: Hashable, Sendable {
        public var id: CardID
        public var owner: CardUserID
        /// The issuer's word.
        public var status: String
        /// Only such a card has a PIN to draw.
        public var isPhysical: Bool
        var blockType: String?

        public init(id: CardID, owner: CardUserID, status: String = "ACTIVE", isPhysical: Bool = false) {
            self.id = id
            self.owner = owner
            self.status = status
            self.isPhysical = isPhysical
        }

        /// Whether the person has frozen it, so that the person may lift it.
        var isFrozenByHolder: Bool { status == "BLOCKED" && blockType == "BLOCKEDBYCARDHOLDER" }
    }

    struct State {
        var cards: [String: Card] = [:]
        /// The issuer's.
        var challenges: [String: CardChallenge] = [:]
        /// The proxy's, by user and challenge, whether or not there is one.
        var tries: [[String]: CardTries] = [:]
        /// What confirmations under an `Idempotency-Key` came to, by user and key.
        var answers: [[String]: CardConfirmation] = [:]
        /// Tokens that draw the cards of a user.
        var drawing: [String: (user: String, expires: Date)] = [:]
        /// Pages, each good once: whose, and of which card.
        var tickets: [String: (user: String, card: String, expires: Date)] = [:]
        var rates = Rates()
        var inbox: [String] = []
        var isVerified = true
        var drawn: [String] = []
    }

    let origin: Origin
    let time: SandboxTime
    let surroundings: Surroundings
    let state: Mutex<State>
    private let users: CardUsers

    init(_ cards: [Card], origin: Origin, partners: JWKSet, time: SandboxTime, surroundings: Surroundings) {
        self.origin = origin
        self.time = time
        self.surroundings = surroundings
        users = CardUsers(keys: partners, audience: origin)
        state = Mutex(State(cards: Dictionary(cards.map { ($0.id.rawValue, $0) }) { $1 }))
    }

    /// The codes that were sent, in order.
    public var codes: [String] { state.withLock(\.inbox) }
    /// The last code that was sent; empty when none was.
    public var lastCode: String { codes.last ?? "" }
    /// The cards that were drawn, in order.
    public var drawn: [String] { state.withLock(\.drawn) }
    /// Tokens that would draw a card now: none, once a viewing is over.
    public var openTokens: Int {
        let now = time.now()
        return state.withLock { $0.drawing.values.count { now < $0.expires } }
    }
    /// Whether people have verified both e-mail and phone with the issuer; else no code is sent.
    public func verify(_ isVerified: Bool) { state.withLock { $0.isVerified = isVerified } }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) { return try reply(to: request) } catch { return error.response }
    }

    private func reply(to request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        let parts = request.url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
            String.init)
        guard parts.first == "striga", (2...4).contains(parts.count) else { throw .notFound }
        switch (request.method, parts[1], parts.count) {
        case (.post, "confirm-consent", 2): return try confirm(request, try user(of: request))
        case (.post, "resend-consent-code", 2): return try resend(request, try user(of: request))
        case (.post, "revoke-consent", 2): return try revoke(request, try user(of: request))
        case (.post, "pages", 2): return try page(request, try user(of: request))
        case (.get, "cards", 3): return try read(parts[2], try user(of: request))
        case (.get, "cards", 4) where parts[3] == "transactions":
            return try transactions(request, parts[2], try user(of: request))
        case (.post, "cards", 4) where ["freeze", "unfreeze"].contains(parts[3]):
            return try freeze(request, parts[2], parts[3] == "freeze", try user(of: request))
        default: throw .notFound
        }
    }

    private func user(of request: HTTPRequest) throws(Refusal) -> String {
        try users.user(of: request, now: Int64(time.now().timeIntervalSince1970))
    }

    static func answer(_ body: JSONValue, status: Int = 200) -> HTTPResponse {
        .json(body, status: status, headers: ["Cache-Control": "no-store"])
    }

    /// What one user may ask of each, in ten minutes.
    enum Kind: String {
        case confirm, resend, revoke, page, change, read

        var most: Int {
            switch self {
            case .confirm, .change: 20
            case .resend: 10
            case .revoke: 40
            case .page: 30
            case .read: 300
            }
        }
    }

    static func count(_ kind: Kind, of user: String, now: Date, _ state: inout State) -> Refusal? {
        state.rates.count([user, kind.rawValue], most: kind.most, now: now).map {
            Refusal(429, "RATE_LIMITED", retryAfter: $0)
        }
    }

    func count(_ kind: Kind, of user: String) throws(Refusal) {
        let now = time.now()
        if let refusal = state.withLock({ CardDesk.count(kind, of: user, now: now, &$0) }) { throw refusal }
    }

    // MARK: Forms

    /// The members of a body, exactly these texts; those but codes are identifiers, and `userId` has to be who asks.
    func members(
        _ request: HTTPRequest, _ names: Set<String>, _ user: String
    ) throws(Refusal) -> [String: String] {
        guard request.hasBody("application/json") else { throw Refusal(415, "UNSUPPORTED_TYPE") }
        guard let members = request.members(JSONLimits(bytes: 4_096, depth: 2, values: 8)) else { throw .invalid }
        let texts = members.compactMapValues(\.string)
        guard Set(members.keys) == names, texts.count == names.count else { throw .invalid }
        guard names.contains("userId") else { return texts }
        guard let named = texts["userId"], CardUsers.isIdentifier(named) else { throw .invalid }
        guard named == user else { throw Refusal(403, "USER_MISMATCH") }
        return texts
    }

    static func identifier(_ text: String?) throws(Refusal) -> String {
        guard let text, CardUsers.isIdentifier(text) else { throw .invalid }
        return text
    }
}

extension Refusal {
    static let invalid = Refusal(400, "REQUEST_INVALID")
}
