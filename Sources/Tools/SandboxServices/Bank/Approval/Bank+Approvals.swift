import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// What a customer has to approve, and has approved.
extension Bank {
    /// Keeps a challenge for `quote` that the app of `run` alone may have approved.
    static func ask(
        forApprovalOf quote: String, challenge: [UInt8], by run: AttestedRun, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "INSERT INTO approval (quote, challenge, instance, journey, partner, client) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .text(quote), .text(Base64URL.encode(challenge)), .text(run.instance), .text(run.journey),
                .text(run.partner), .text(run.client),
            ])
    }

    /// Takes the customer's `proof` for a quote, by the app of `run`.
    ///
    /// The same again, or another one by the same key, changes nothing until the quote is paid: `QUOTE_USED`. Everything that
    /// does not hold is `SCA_INVALID`.
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

    /// Whether the quote's challenge was made for the app and journey of `run`.
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

    /// Uses the approval of a quote up; whether there was one.
    static func useApproval(of quote: String, at moment: Int64, in transaction: borrowing Transaction) async throws
        -> Bool
    {
        try await transaction.execute(
            "UPDATE approval SET used = $2 WHERE quote = $1 AND proof IS NOT NULL AND used IS NULL",
            [.text(quote), .integer(moment)]) == 1
    }
}
