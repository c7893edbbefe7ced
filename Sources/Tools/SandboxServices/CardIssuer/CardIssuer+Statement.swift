import JourneyBase
import JourneyServer
import JourneyWire

extension CardIssuer {
    /// A query for a page of a card's payments; pages start at 1.
    struct StatementQuery: Sendable {
        let card: String
        let from: Int64
        let to: Int64
        let page: Int64
        let limit: Int64
    }

    /// Returns one page of payments, newest first.
    func statement(_ query: StatementQuery) async throws -> Answer {
        try await database.read { transaction in
            guard let card = try await CardIssuer.row(query.card, in: transaction) else {
                return .failure(.cardUnknown)
            }
            let currency: String = try card["currency"]
            let span: [SQLValue] = [.text(query.card), .integer(query.from), .integer(query.to)]
            let total: Int64 =
                try await transaction.first(
                    "SELECT count(*) AS n FROM card_payment WHERE card = $1 AND made BETWEEN $2 AND $3", span)?["n"]
                ?? 0
            let rows = try await transaction.query(
                """
                SELECT * FROM card_payment WHERE card = $1 AND made BETWEEN $2 AND $3
                ORDER BY made DESC, id LIMIT $4 OFFSET $5
                """, span + [.integer(query.limit), .integer((query.page - 1) * query.limit)])
            let payments = try rows.map { row -> JSONValue in
                .issuer([
                    .id: .string(try row["id"]), .cardId: .string(query.card),
                    .createdAt: CardIssuer.text(try row["made"]), .merchantName: .string(try row["merchant"]),
                    .amount: .number(JSONNumber(try row["amount"] as Int64)), .currency: .string(currency),
                    .type: .string(try row["direction"]), .status: .string(try row["status"]),
                ])
            }
            return .success(
                .issuer([
                    .transactions: .array(payments), .count: .number(JSONNumber(payments.count)),
                    .total: .number(JSONNumber(total)),
                ]))
        }
    }
}
