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
        var blockType: String?

        public init(id: CardID, owner: CardUserID, status: String = "ACTIVE") {
            self.id = id
            self.owner = owner
            self.status = status
        }
    }

    struct Challenge {
        let user: String
        let code: String
        let sent: Date
        var lastSent: Date
        var resends = 0
        var failures = 0
        var isUsed = false
        /// The answer to the request that the code was right in.
        var answer: (key: String, token: String)?
        var expires: Date { sent + 300 }
    }

    private struct State {
        var cards: [String: Card] = [:]
        var challenges: [String: Challenge] = [:]
        /// Tokens that draw the cards of a user.
        var drawing: [String: String] = [:]
        /// Pages, each good once: whose, and of which card.
        var tickets: [String: (user: String, card: String, expires: Date)] = [:]
        var inbox: [String] = []
        var isVerified = true
        var drawn: [String] = []
    }

    static let tries = 5
    let origin: Origin
    private let partners: JWKSet
    private let time: SandboxTime
    private let surroundings: Surroundings
    private let state: Mutex<State>

    init(_ cards: [Card], origin: Origin, partners: JWKSet, time: SandboxTime, surroundings: Surroundings) {
        self.origin = origin
        self.partners = partners
        self.time = time
        self.surroundings = surroundings
        state = Mutex(State(cards: Dictionary(cards.map { ($0.id.rawValue, $0) }) { $1 }))
    }

    /// The codes that were sent, in order.
    public var codes: [String] { state.withLock(\.inbox) }
    /// The last code that was sent; empty when none was.
    public var lastCode: String { codes.last ?? "" }
    /// The cards that were drawn, in order.
    public var drawn: [String] { state.withLock(\.drawn) }
    /// Tokens that would draw a card now: none, once a viewing is over.
    public var openTokens: Int { state.withLock(\.drawing.count) }
    /// Whether people have verified both e-mail and phone with the issuer; else no code is sent.
    public func verify(_ isVerified: Bool) { state.withLock { $0.isVerified = isVerified } }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) {
            let user = try user(of: request)
            let parts = request.url.path.split(separator: "/").map(String.init)
            switch (request.method, parts.first, parts.dropFirst().first, parts.count) {
            case (.post, "striga", "confirm-consent"?, 2): return try confirm(request, user)
            case (.post, "striga", "resend-consent-code"?, 2): return try resend(request, user)
            case (.post, "striga", "revoke-consent"?, 2):
                _ = try members(request, ["userId"], user)
                state.withLock { state in state.drawing = state.drawing.filter { $0.value != user } }
                return CardDesk.answer([:])
            case (.post, "striga", "pages"?, 2): return try page(request, user)
            case (.get, "striga", "cards"?, 3): return CardDesk.answer(try card(parts[2], of: user))
            case (.get, "striga", "cards"?, 4) where parts[3] == "transactions":
                _ = try card(parts[2], of: user)
                return CardDesk.answer(["transactions": []])
            case (.post, "striga", "cards"?, 4) where ["freeze", "unfreeze"].contains(parts[3]):
                return CardDesk.answer(try freeze(parts[2], of: user, parts[3] == "freeze"))
            default: throw Refusal(404, "NOT_FOUND")
            }
        } catch { return error.response }
    }

    private static func answer(_ body: JSONValue, status: Int = 200) -> HTTPResponse {
        .json(body, status: status, headers: ["Cache-Control": "no-store"])
    }

    // MARK: Who asks

    /// Whose token it is: a JWS of the host's backend, for this gateway, five minutes old at most.
    private func user(of request: HTTPRequest) throws(Refusal) -> String {
        guard let token = request.credentials("Bearer"),
            let (payload, _) = try? CompactJWS.verify(token, typ: "card-user+jwt", keys: partners),
            let claims = (try? JSONReader.read(payload))?.object, claims["aud"]?.string == origin.description,
            let user = claims["sub"]?.string, let issued = claims["iat"]?.int64, let expires = claims["exp"]?.int64,
            (1...300).contains(expires - issued), claims["jti"]?.string != nil
        else { throw Refusal(401, "TOKEN_INVALID") }
        let now = Int64(time.now().timeIntervalSince1970)
        guard issued <= now + 30 else { throw Refusal(401, "TOKEN_INVALID") }
        guard now < expires + 30 else { throw Refusal(401, "TOKEN_EXPIRED") }
        return user
    }

    /// The members of a body, exactly these; `userId` has to be who asks.
    private func members(
        _ request: HTTPRequest, _ names: Set<String>, _ user: String
    ) throws(Refusal) -> [String: String] {
        guard let members = request.members else { throw Refusal(415, "UNSUPPORTED_TYPE") }
        let texts = members.compactMapValues(\.string)
        guard Set(members.keys) == names, texts.count == names.count else { throw Refusal(400, "REQUEST_INVALID") }
        guard texts["userId"] == user else { throw Refusal(403, "USER_MISMATCH") }
        return texts
    }

    // MARK: Cards

    private func own(_ id: String, of user: String) throws(Refusal) -> Card {
        guard let card = state.withLock({ $0.cards[id] }) else { throw Refusal(404, "CARD_UNKNOWN") }
        guard card.owner.rawValue == user else { throw Refusal(403, "CARD_NOT_YOURS") }
        return card
    }

    private func card(_ id: String, of user: String) throws(Refusal) -> JSONValue {
        let card = try own(id, of: user)
        var body: [String: JSONValue] = [
            "id": .string(id), "name": "Ada Winter", "expiry": "09/29", "maskedCardNumber": "**** **** **** 4242",
            "status": .string(card.status), "type": "VIRTUAL", "currency": "EUR",
        ]
        body["blockType"] = card.blockType.map { .string($0) }
        return .object(body)
    }

    private func freeze(_ id: String, of user: String, _ isFrozen: Bool) throws(Refusal) -> JSONValue {
        let card = try own(id, of: user)
        // A person lifts what the person has frozen, and nothing else.
        guard isFrozen ? card.status == "ACTIVE" : card.blockType == "BLOCKEDBYCARDHOLDER" else {
            throw Refusal(409, card.status == "BLOCKED" ? "CARD_BLOCKED" : "CARD_NOT_ACTIVE")
        }
        state.withLock { state in
            state.cards[id]?.status = isFrozen ? "BLOCKED" : "ACTIVE"
            state.cards[id]?.blockType = isFrozen ? "BLOCKEDBYCARDHOLDER" : nil
        }
        return try self.card(id, of: user)
    }

    // MARK: Consent

    private func confirm(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let body = try members(request, ["userId", "challengeId", "verificationCode"], user)
        let (id, code) = (body["challengeId"] ?? "", body["verificationCode"] ?? "")
        let key = request.headers["Idempotency-Key"] ?? ""
        let now = time.now()
        let token = Base64URL.encode(surroundings.random(32))
        let result = state.withLock { state -> Result<String, Refusal> in
            guard var challenge = state.challenges[id], challenge.user == user else {
                return .failure(Refusal(404, "CHALLENGE_UNKNOWN"))
            }
            if let answer = challenge.answer, !key.isEmpty, answer.key == key, challenge.code == code {
                return .success(answer.token)
            }
            guard !challenge.isUsed else { return .failure(Refusal(409, "CODE_USED")) }
            guard challenge.failures < CardDesk.tries else { return .failure(Refusal(429, "TOO_MANY_ATTEMPTS")) }
            guard now < challenge.expires else { return .failure(Refusal(410, "CHALLENGE_EXPIRED")) }
            defer { state.challenges[id] = challenge }
            guard challenge.code == code else {
                challenge.failures += 1
                let left = CardDesk.tries - challenge.failures
                guard left > 0 else { return .failure(Refusal(429, "TOO_MANY_ATTEMPTS")) }
                return .failure(Refusal(422, "CODE_WRONG", ["attemptsLeft": .number(JSONNumber(Int64(left)))]))
            }
            challenge.isUsed = true
            challenge.answer = (key, token)
            state.drawing[token] = user
            return .success(token)
        }
        return CardDesk.answer(["cardAuthToken": .string(try result.get())])
    }

    private func resend(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let id = try members(request, ["userId", "challengeId"], user)["challengeId"] ?? ""
        let now = time.now()
        let refusal = state.withLock { state -> Refusal? in
            guard let challenge = state.challenges[id], challenge.user == user else {
                return Refusal(404, "CHALLENGE_UNKNOWN")
            }
            guard now < challenge.expires else { return Refusal(410, "CHALLENGE_EXPIRED") }
            guard challenge.resends < 3, now >= challenge.lastSent + 30 else { return Refusal(429, "RESEND_LIMIT") }
            state.challenges[id]?.resends += 1
            state.challenges[id]?.lastSent = now
            state.inbox.append(challenge.code)
            return nil
        }
        if let refusal { throw refusal }
        return CardDesk.answer([:])
    }

    // MARK: Pages

    private func page(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let body = try members(request, ["userId", "cardId"], user)
        let card = try own(body["cardId"] ?? "", of: user)
        let ticket = surroundings.identifier()
        state.withLock { $0.tickets[ticket] = (user, card.id.rawValue, time.now() + 60) }
        return CardDesk.answer(["url": .string("\(origin)/striga/page/\(ticket)")], status: 201)
    }

    /// Whose page it is, the first time that it is loaded within a minute.
    func open(_ url: HTTPSURL) -> (user: String, card: String)? {
        let ticket = url.path.split(separator: "/").last.map(String.init) ?? ""
        return state.withLock { state in
            guard let found = state.tickets.removeValue(forKey: ticket), time.now() < found.expires else { return nil }
            return (found.user, found.card)
        }
    }

    /// The issuer sends a code, as its script in the hidden page has it do: the challenge, or why there is none.
    func consent(_ user: String) -> Result<JSONValue, Refusal> {
        let (id, now) = (surroundings.uuid(), time.now())
        let number = surroundings.random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
        let code = String(repeating: "0", count: 6 - String(number).count) + String(number)
        return state.withLock { state in
            guard state.isVerified else { return .failure(Refusal(422, "MFA_NOT_ENABLED")) }
            let challenge = Challenge(user: user, code: code, sent: now, lastSent: now)
            state.challenges[id] = challenge
            state.inbox.append(code)
            return .success([
                "challengeId": .string(id), "dateExpires": .string(challenge.expires.formatted(.iso8601)),
            ])
        }
    }

    /// Whether the issuer's frames draw `card` by that token.
    func draw(_ card: String, by token: String) -> Bool {
        state.withLock { state in
            guard let user = state.drawing[token], state.cards[card]?.owner.rawValue == user else { return false }
            state.drawn.append(card)
            return true
        }
    }
}
