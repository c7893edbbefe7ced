import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Answers that are kept with the key of their request, so that asking again does nothing twice.
extension Bank {
    /// The answer that `key` has got before: `IDEMPOTENCY_KEY_REUSED` when that was for another request than the one of
    /// `fingerprint`, `nil` when the key is new.
    static func answer(
        to key: String, of customer: String, _ fingerprint: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Answer? {
        let row = try await transaction.first(
            "SELECT fingerprint, status, body FROM answer WHERE customer = $1 AND key = $2",
            [.text(customer), .text(key)])
        guard let row else { return nil }
        let known: [UInt8] = try row["fingerprint"]
        // No request has an empty one: the key was withdrawn.
        guard !known.isEmpty else { return .failure(.keyWithdrawn) }
        guard known == fingerprint else {
            return .failure(Problem(422, .keyReused, "This key was used for another request."))
        }
        let (status, bytes): (Int64, [UInt8]) = (try row["status"], try row["body"])
        guard let body = try? JSONReader.read(bytes) else { return .failure(.unavailable) }
        return .reply(Int(status), body)
    }

    /// Keeps `answer` for whoever asks again with `key`.
    static func keep(
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

    /// What became of the request with `key`: its answer, when there is one that took effect, be it a hold; else it is
    /// withdrawn, and whatever still comes under this key, however late, is refused. Of another customer's key nothing is
    /// said: that it is not this one's does not mean that nothing was done.
    func settle(of customer: String, key: String) async throws -> Answer {
        try await database.write { transaction in
            let row = try await transaction.first(
                "SELECT status, body FROM answer WHERE customer = $1 AND key = $2", [.text(customer), .text(key)])
            guard let row else {
                guard try await transaction.first("SELECT status FROM answer WHERE key = $1", [.text(key)]) == nil
                else {
                    return .reply([.state: "unknown"])
                }
                try await Bank.keep(.failure(.keyWithdrawn), to: key, of: customer, [], in: transaction)
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

    /// What a person can read out: `kind` and ten characters that are hard to confuse (Crockford's alphabet), 50 bits.
    func reference(_ kind: String) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        return kind + String(dependencies.random(10).map { alphabet[Int($0) & 31] })
    }
}

extension Problem {
    static let keyWithdrawn = Problem(422, .keyWithdrawn, "The request of this key was withdrawn.")
    static let unavailable = Problem(500, .serverError, "The bank cannot do this at the moment.")
}

extension BankCall {
    /// The SHA-256 of a request with these parameters in its path and this body, which its key is kept with.
    func fingerprint(_ body: String, _ parameters: [BankField: String] = [:]) -> [UInt8] {
        let path = parameters.reduce(path) { $0.replacing("{\($1.key.rawValue)}", with: $1.value) }
        return SHA256.hash(Array("\(method.rawValue) \(path)\n\(body)".utf8))
    }
}
