import CardDetailsSDK
import Foundation
import JourneyBase
import Synchronization

/// A card, its page, and what freezes it.
extension CardDesk {
    private func own(_ id: String, of user: String) throws(Refusal) -> Card {
        guard let card = state.withLock({ $0.cards[id] }) else { throw Refusal(404, "CARD_UNKNOWN") }
        guard card.owner.rawValue == user else { throw Refusal(403, "CARD_NOT_YOURS") }
        return card
    }

    private func json(_ card: Card) -> JSONValue {
        var body: [String: JSONValue] = [
            "id": .string(card.id.rawValue), "name": "Ada Winter", "expiry": "09/29",
            "maskedCardNumber": "**** **** **** 4242", "status": .string(card.status),
            "type": card.isPhysical ? "PHYSICAL" : "VIRTUAL", "currency": "EUR",
        ]
        body["blockType"] = card.blockType.map { .string($0) }
        return .object(body)
    }

    func read(_ id: String, _ user: String) throws(Refusal) -> HTTPResponse {
        try count(.read, of: user)
        return CardDesk.answer(json(try own(id, of: user)))
    }

    /// Nothing was paid yet, so there is one page of it.
    func transactions(_ request: HTTPRequest, _ id: String, _ user: String) throws(Refusal) -> HTTPResponse {
        guard request.url.query == nil else { throw .invalid }
        try count(.read, of: user)
        _ = try own(id, of: user)
        return CardDesk.answer(["transactions": []])
    }

    /// Freezes the card, or lifts what the person has frozen; gives it as it is then.
    func freeze(_ request: HTTPRequest, _ id: String, _ isFrozen: Bool, _ user: String) throws(Refusal) -> HTTPResponse
    {
        _ = try members(request, [], user)
        try count(.change, of: user)
        var card = try own(id, of: user)
        if isFrozen ? card.isFrozenByHolder : card.status == "ACTIVE" { return CardDesk.answer(json(card)) }
        // A person lifts what the person has frozen, and nothing else.
        guard isFrozen ? card.status == "ACTIVE" : card.isFrozenByHolder else {
            throw Refusal(409, card.status == "BLOCKED" ? "CARD_BLOCKED" : "CARD_NOT_ACTIVE")
        }
        card.status = isFrozen ? "BLOCKED" : "ACTIVE"
        card.blockType = isFrozen ? "BLOCKEDBYCARDHOLDER" : nil
        state.withLock { [card] in $0.cards[id] = card }
        return CardDesk.answer(json(card))
    }

    // MARK: Pages

    func page(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let id = try CardDesk.identifier(try members(request, ["userId", "cardId"], user)["cardId"])
        try count(.page, of: user)
        let card = try own(id, of: user)
        let (ticket, expires) = (surroundings.identifier(), time.now() + 60)
        state.withLock { $0.tickets[ticket] = (user, card.id.rawValue, expires) }
        return CardDesk.answer(
            [
                "url": .string("\(origin)/striga/page/\(ticket)"), "expires": .string(expires.formatted(.iso8601)),
            ], status: 201)
    }

    /// Whose page it is, the first time that it is loaded within a minute.
    func open(_ url: HTTPSURL) -> (user: String, card: String)? {
        let (ticket, now) = (url.path.split(separator: "/").last.map(String.init) ?? "", time.now())
        return state.withLock { state in
            guard let found = state.tickets.removeValue(forKey: ticket), now < found.expires else { return nil }
            return (found.user, found.card)
        }
    }

    /// What the issuer's frames draw of `card` by that token, part by part; `absent` for a PIN that there is none of. Or why
    /// they draw nothing, as the page says it.
    func draw(_ card: String, withPIN: Bool, by token: String) -> Result<[(news: String, part: String)], Refusal> {
        let now = time.now()
        return state.withLock { state in
            guard let open = state.drawing[token], now < open.expires else {
                return .failure(Refusal(401, "TOKEN_EXPIRED"))
            }
            guard let found = state.cards[card], found.owner.rawValue == open.user else {
                return .failure(Refusal(404, "CARD_UNKNOWN"))
            }
            guard found.status == "ACTIVE" else { return .failure(Refusal(409, "CARD_NOT_ACTIVE")) }
            state.drawn.append(card)
            let pin = withPIN ? [(news: found.isPhysical ? "rendered" : "absent", part: "pin")] : []
            return .success([("rendered", "cardNumber"), ("rendered", "cvv")] + pin)
        }
    }
}
