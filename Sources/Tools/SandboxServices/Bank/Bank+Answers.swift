import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Responses stored by idempotency key, so that repeated requests have no further effect.
extension Bank {
    /// Returns the stored response for `key`: `IDEMPOTENCY_KEY_REUSED` if it belongs to another request than `fingerprint`, `nil`
    /// for a new key.
    static func answer(
        to key: String, of customer: String, _ fingerprint: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Answer? {
        let row = try await transaction.first(
            "SELECT fingerprint, status, body FROM answer WHERE customer = $1 AND key = $2",
            [.text(customer), .text(key)])
        guard let row else { return nil }
        let known: [UInt8] = try row["fingerprint"]
        // An empty fingerprint marks a withdrawn key.
        guard !known.isEmpty else { return .failure(.keyWithdrawn) }
        guard known == fingerprint else {
            return .failure(Problem(422, .keyReused, "This key was used for another request."))
        }
        let (status, bytes): (Int64, [UInt8]) = (try row["status"], try row["body"])
        guard let body = try? JSONReader.read(bytes) else { return .failure(.unavailable) }
        return .reply(Int(status), body)
    }

    /// Stores `answer` for repeated requests with `key`.
    static func store(
        _ answer: Answer, to key: String, of customer: String, _ fingerprint: [UInt8],
        in transaction: borrowing Transaction
    ) async throws {
        let (status, body): (Int, JSONValue) =
            switch answer {
            case .success(let answer): answer
            case .failure(let problem): (problem.status, problem.body)
            }
        try await transaction.execute(
            "INSERT INTO answer VALUES ($1, $2, $3, $4, $5)",
            [.text(customer), .text(key), .blob(fingerprint), .integer(Int64(status)), .blob(body.compactBytes)])
    }

    /// Settles the request with `key`. Returns its response if it took effect, including a hold. Otherwise withdraws the key, so
    /// that later requests with it are refused. The state of another customer's key is reported as unknown.
    func settle(of customer: String, key: String) async throws -> Answer {
        try await database.write { transaction in
            let row = try await transaction.first(
                "SELECT status, body FROM answer WHERE customer = $1 AND key = $2", [.text(customer), .text(key)])
            guard let row else {
                guard try await transaction.first("SELECT status FROM answer WHERE key = $1", [.text(key)]) == nil
                else {
                    return .reply([.state: "unknown"])
                }
                try await Bank.store(.failure(.keyWithdrawn), to: key, of: customer, [], in: transaction)
                return .reply([.state: "withdrawn"])
            }
            let (status, bytes): (Int64, [UInt8]) = (try row["status"], try row["body"])
            guard let body = try? JSONReader.read(bytes) else { return .failure(.unavailable) }
            guard (200...299).contains(status) || body["code"]?.string == BankCode.complianceHold.rawValue else {
                return .reply([.state: "withdrawn"])
            }
            return .reply([.state: "done", .body: body])
        }
    }

    /// Returns a human-readable reference: `kind` and ten characters of Crockford's Base32 alphabet, 50 bits.
    func reference(_ kind: String) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        return kind + String(dependencies.random(10).map { alphabet[Int($0) & 31] })
    }
}

extension Problem {
    static let keyWithdrawn = Problem(422, .keyWithdrawn, "The request with this key was withdrawn.")
    static let unavailable = Problem(500, .serverError, "The bank cannot process this request at the moment.")
}

extension BankCall {
    /// Returns the SHA-256 of a request with these path parameters and this body, stored with its key.
    func fingerprint(_ body: String, _ parameters: [BankField: String] = [:]) -> [UInt8] {
        let path = parameters.reduce(path) { $0.replacing("{\($1.key.rawValue)}", with: $1.value) }
        return SHA256.hash(Array("\(method.rawValue) \(path)\n\(body)".utf8))
    }
}
