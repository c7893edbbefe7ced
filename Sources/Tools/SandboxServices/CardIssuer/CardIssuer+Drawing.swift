import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Drawing card data: a page requests it with a token, and a frame redeems the resulting single-use key.
extension CardIssuer {
    /// The parts of a card that can be drawn.
    enum Part: String, Sendable, CaseIterable {
        case cardNumber, cvv, pin
    }

    /// A page's request to draw a part of a card.
    struct Drawing: Sendable {
        let part: Part
        let card: String
        let token: String
        /// `true` to draw without digits.
        let isHidden: Bool
        /// The origin of the page.
        let origin: String
    }

    /// Issues a key for one frame.
    func key(for drawing: Drawing) async throws -> Answer {
        let key = Base64URL.encode(dependencies.random(32))
        let token = SHA256.hash(Array(drawing.token.utf8))
        return try await database.write { transaction in
            try await transaction.execute("DELETE FROM drawing WHERE expires < $1", [.integer(now - rules.drawingLife)])
            if let refusal = try await refusal(of: drawing.part, drawing.card, token: token, in: transaction) {
                return .failure(refusal)
            }
            try await transaction.execute(
                "INSERT INTO drawing VALUES ($1, $2, $3, $4, $5, $6, $7)",
                [
                    .blob(SHA256.hash(Array(key.utf8))), .blob(token), .text(drawing.card),
                    .text(drawing.part.rawValue), .bool(drawing.isHidden), .text(drawing.origin),
                    .integer(now + rules.drawingLife),
                ])
            return .success(.issuer([.key: .string(key)]))
        }
    }

    /// Returns the content for the frame with `key` inside a page of `origin`. The key is consumed in any case.
    func content(for key: String, in origin: String) async throws -> Answer {
        let digest = SHA256.hash(Array(key.utf8))
        return try await database.write { transaction in
            let row = try await transaction.first("SELECT * FROM drawing WHERE digest = $1", [.blob(digest)])
            try await transaction.execute("DELETE FROM drawing WHERE digest = $1", [.blob(digest)])
            guard let row, try row["origin"] == origin, let part = Part(rawValue: try row["part"]) else {
                return .failure(.token)
            }
            guard now < (try row["expires"]) else { return .failure(.tokenExpired) }
            let card: String = try row["card"]
            // The consent may have been revoked, or the card blocked, since the page's request.
            if let refusal = try await refusal(of: part, card, token: try row["token"], in: transaction) {
                return .failure(refusal)
            }
            let isHidden: Bool = try row["is_hidden"]
            let digits =
                switch part {
                case .cardNumber: seed.number(of: card)
                case .cvv: seed.cvv(of: card)
                case .pin: seed.pin(of: card)
                }
            return .success(
                .issuer([
                    .part: .string(part.rawValue), .count: .number(JSONNumber(digits.utf8.count)),
                    .digits: isHidden ? .null : .string(digits),
                ]))
        }
    }

    /// Returns the reason why the token with this digest gives no access to `part` of the card, or `nil`.
    private func refusal(
        of part: Part, _ id: String, token: [UInt8], in transaction: borrowing Transaction
    ) async throws -> IssuerRefusal? {
        let found = try await transaction.first(
            "SELECT owner, expires FROM card_token WHERE digest = $1", [.blob(token)])
        guard let found else { return .token }
        guard now < (try found["expires"]) else { return .tokenExpired }
        guard let card = try await CardIssuer.row(id, in: transaction) else { return .cardUnknown }
        let (owner, holder): (String, String) = (try found["owner"], try card["owner"])
        guard owner == holder else { return .otherUser }
        guard try card["status"] == "ACTIVE", now < (try card["expires"]) else { return .notActive }
        guard try part != .pin || card["kind"] == "PHYSICAL" else { return .noPin }
        return nil
    }
}
