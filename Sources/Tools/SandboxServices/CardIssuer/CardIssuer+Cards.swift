import JourneyBase
import JourneyServer
import JourneyWire

extension CardIssuer {
    static let statuses: Set<String> = ["CREATED", "DISPATCHED", "ACTIVE", "BLOCKED", "CLOSED", "EXPIRED"]
    static let blockTypes: Set<String> = [
        "BLOCKEDBYCARDHOLDER", "BLOCKEDBYCARDHOLDERVIAPHONE", "BLOCKEDBYCLIENT", "BLOCKEDBYISSUER", "COUNTERFEIT",
        "FRAUDULENT", "LOST", "MAXINVALIDTRIESCVV2", "MAXINVALIDTRIESPIN", "NOTDELIVERED", "STOLEN",
    ]
    /// The block types that the programme operator can lift.
    private static let openable: Set<String> = [
        "BLOCKEDBYCARDHOLDER", "BLOCKEDBYCARDHOLDERVIAPHONE", "BLOCKEDBYCLIENT",
    ]

    func card(_ id: String) async throws -> Answer {
        try await database.read { try await CardIssuer.card(id, in: $0) }
    }

    /// Blocks an active card.
    func block(_ id: String) async throws -> Answer {
        try await database.write { transaction in
            guard let row = try await CardIssuer.row(id, in: transaction) else { return .failure(.cardUnknown) }
            guard try row["status"] == "ACTIVE" else { return .failure(.notActive) }
            return try await CardIssuer.set(id, "ACTIVE", to: "BLOCKED", "BLOCKEDBYCLIENT", in: transaction)
        }
    }

    /// Lifts a block set by the holder or the programme.
    func unblock(_ id: String) async throws -> Answer {
        try await database.write { transaction in
            guard let row = try await CardIssuer.row(id, in: transaction) else { return .failure(.cardUnknown) }
            let blockType: String? = try row["block_type"]
            guard let blockType else { return .failure(.notActive) }
            guard CardIssuer.openable.contains(blockType) else { return .failure(.blockedByOthers) }
            return try await CardIssuer.set(id, "BLOCKED", to: "ACTIVE", nil, in: transaction)
        }
    }

    /// Sets a card's status, as only a sandbox can.
    func simulate(_ id: String, status: String, blockType: String?) async throws -> Answer {
        try await database.write { transaction in
            guard let row = try await CardIssuer.row(id, in: transaction) else { return .failure(.cardUnknown) }
            let block = status == "BLOCKED" ? blockType ?? "BLOCKEDBYISSUER" : nil
            return try await CardIssuer.set(id, try row["status"], to: status, block, in: transaction)
        }
    }

    private static func set(
        _ id: String, _ from: String, to status: String, _ blockType: String?, in transaction: borrowing Transaction
    ) async throws -> Answer {
        try await transaction.execute(
            "UPDATE card SET status = $2, block_type = $3 WHERE id = $1 AND status = $4",
            [.text(id), .text(status), blockType.map { .text($0) } ?? .null, .text(from)])
        return try await card(id, in: transaction)
    }

    static func row(_ id: String, in transaction: borrowing Transaction) async throws -> Row? {
        try await transaction.first("SELECT * FROM card WHERE id = $1", [.text(id)])
    }

    private static func card(_ id: String, in transaction: borrowing Transaction) async throws -> Answer {
        guard let row = try await row(id, in: transaction) else { return .failure(.cardUnknown) }
        let activated: Int64? = try row["activated"]
        let blockType: String? = try row["block_type"]
        let card: [IssuerField: JSONValue?] = [
            .id: .string(id), .name: .string(try row["holder"]), .type: .string(try row["kind"]),
            .userId: .string(try row["owner"]), .maskedCardNumber: .string(try row["masked"]),
            .expiryData: text(try row["expires"]), .status: .string(try row["status"]),
            .isEnrolledFor3dSecure: true, .isCard3dSecureActivated: true,
            .security: .issuer([
                .contactlessEnabled: true, .withdrawalEnabled: true, .internetPurchaseEnabled: true,
                .overallLimitsEnabled: true,
            ]),
            .activatedAt: activated.map(text) ?? .null, .linkedAccountCurrency: .string(try row["currency"]),
            .createdAt: text(try row["created"]), .design: .string(try row["design"]),
            .blockType: blockType.map { .string($0) },
        ]
        return .success(.issuer(card))
    }
}
