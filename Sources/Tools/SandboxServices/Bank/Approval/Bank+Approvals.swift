import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Approvals: pending and given.
extension Bank {
    /// Stores a challenge for `quote` that only the app of `run` may have approved.
    static func requestApproval(
        of quote: String, challenge: [UInt8], by run: AttestedRun, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "INSERT INTO approval (quote, challenge, instance, journey, partner, client) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .text(quote), .text(Base64URL.encode(challenge)), .text(run.instance), .text(run.journey),
                .text(run.partner), .text(run.client),
            ])
    }

    /// Accepts the customer's `proof` for a quote, made by the app of `run`.
    ///
    /// Until the quote is paid, repeating the request or sending another proof with the same key has no effect; after it, the
    /// result is `QUOTE_USED`. Any failed check is `SCA_INVALID`.
    func approveQuote(_ id: String, of customer: String, proof: String, by run: AttestedRun) async throws -> Answer {
        let moment = moment
        return try await database.write { transaction -> Answer in
            guard let quote = try await Bank.quote(id, of: customer, in: transaction) else {
                return .failure(.quoteUnknown)
            }
            if let refusal = try await Bank.refusal(of: quote, at: moment, in: transaction) { return .failure(refusal) }
            guard try await Bank.isAsked(quote, of: run, in: transaction), let statement = quote.approval?.object else {
                return .failure(.scaInvalid)
            }
            let known: String? = try await transaction.first(
                "SELECT thumbprint FROM approval_key WHERE customer = $1 AND instance = $2",
                [.text(customer), .text(run.instance)])?["thumbprint"]
            let check = ApprovalCheck(statement: statement, instanceKey: run.instanceKey, known: known)
            let key: P256PublicKey
            do throws(Problem) { key = try check.key(of: proof) } catch { return .failure(error) }
            try await transaction.execute(
                "INSERT INTO approval_key VALUES ($1, $2, $3) ON CONFLICT (customer, instance) DO NOTHING",
                [.text(customer), .text(run.instance), .text(key.thumbprint)])
            try await transaction.execute(
                "UPDATE approval SET proof = $2 WHERE quote = $1", [.text(id), .text(proof)])
            return .reply([.quoteId: .string(id), .status: "APPROVED"])
        }
    }

    /// `true` if the quote's challenge was made for the app and journey of `run`.
    private static func isAsked(
        _ quote: Quote, of run: AttestedRun, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.first(
            """
            SELECT quote FROM approval WHERE quote = $1 AND instance = $2 AND journey = $3 AND partner = $4
                AND client = $5
            """, [.text(quote.id), .text(run.instance), .text(run.journey), .text(run.partner), .text(run.client)])
            != nil
    }

    /// Consumes the approval of a quote. Returns `false` if there is none.
    static func useApproval(of quote: String, at moment: Int64, in transaction: borrowing Transaction) async throws
        -> Bool
    {
        try await transaction.execute(
            "UPDATE approval SET used = $2 WHERE quote = $1 AND proof IS NOT NULL AND used IS NULL",
            [.text(quote), .integer(moment)]) == 1
    }
}
