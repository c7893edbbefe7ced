import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Consent: a challenge, its code, and the token issued for the right code.
extension CardIssuer {
    static let channels: Set<String> = ["sms", "email"]

    /// Requests consent from `user`. Earlier challenges of the user end.
    func requestConsent(of user: String) async throws -> Answer {
        let (id, now) = (dependencies.uuid(), now)
        return try await database.write { transaction in
            let person = try await transaction.first(
                "SELECT email_verified, phone_verified FROM cardholder WHERE id = $1", [.text(user)])
            guard let person else { return .failure(.userUnknown) }
            guard try person["email_verified"], try person["phone_verified"] else { return .failure(.noMultiFactor) }
            let recent = try await transaction.first(
                "SELECT count(*) AS n, min(made) AS oldest FROM challenge WHERE owner = $1 AND made > $2",
                [.text(user), .integer(now - rules.challengeWindow)])
            if let recent, try recent["n"] >= rules.challenges, let oldest: Int64 = try recent["oldest"] {
                let wait = oldest + rules.challengeWindow - now
                return .failure(.challenges(retryAfter: Int((wait + 999) / 1_000)))
            }
            try await transaction.execute("UPDATE challenge SET is_open = 0 WHERE owner = $1", [.text(user)])
            let expires = now + rules.challengeLife
            try await transaction.execute(
                "INSERT INTO challenge VALUES ($1, $2, $3, $4, 0, 0, 1)",
                [.text(id), .text(user), .integer(now), .integer(expires)])
            return .success(.issuer([.challengeId: .string(id), .dateExpires: CardIssuer.text(expires)]))
        }
    }

    /// Exchanges the code of a challenge, once, for a token of its user.
    func confirmConsent(of user: String, challenge: String, code: String) async throws -> Answer {
        let token = Base64URL.encode(dependencies.random(32))
        return try await database.write { transaction in
            let row: Row
            switch try await open(challenge, of: user, in: transaction) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let found): row = found
            }
            guard code == CardIssuer.code else {
                try await transaction.execute(
                    "UPDATE challenge SET failures = failures + 1 WHERE id = $1", [.text(challenge)])
                return .failure(try row["failures"] + 1 < rules.codeTries ? .codeWrong : .codeTries)
            }
            try await transaction.execute("UPDATE challenge SET is_open = 0 WHERE id = $1", [.text(challenge)])
            try await transaction.execute(
                "INSERT INTO card_token VALUES ($1, $2, $3)",
                [.blob(SHA256.hash(Array(token.utf8))), .text(user), .integer(now + rules.tokenLife)])
            return .success(.issuer([.cardAuthToken: .string(token)]))
        }
    }

    /// Sends the code again.
    func resendCode(of user: String, challenge: String) async throws -> Answer {
        try await database.write { transaction in
            switch try await open(challenge, of: user, in: transaction) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let row):
                guard try row["resends"] < rules.resends else { return .failure(.resends) }
                try await transaction.execute(
                    "UPDATE challenge SET resends = resends + 1 WHERE id = $1", [.text(challenge)])
                return .success([:])
            }
        }
    }

    /// Ends all challenges and tokens of `user`; later drawing requests are refused.
    func revokeConsent(of user: String) async throws -> Answer {
        try await database.write { transaction in
            guard try await transaction.first("SELECT id FROM cardholder WHERE id = $1", [.text(user)]) != nil else {
                return .failure(.userUnknown)
            }
            try await transaction.execute("UPDATE challenge SET is_open = 0 WHERE owner = $1", [.text(user)])
            try await transaction.execute("DELETE FROM card_token WHERE owner = $1", [.text(user)])
            return .success([:])
        }
    }

    /// Returns the user's open challenge. A challenge of another user is reported as unknown.
    private func open(
        _ challenge: String, of user: String, in transaction: borrowing Transaction
    ) async throws -> Result<Row, IssuerRefusal> {
        let row = try await transaction.first(
            "SELECT expires, failures, resends FROM challenge WHERE id = $1 AND owner = $2 AND is_open = 1",
            [.text(challenge), .text(user)])
        guard let row else { return .failure(.challengeUnknown) }
        guard try row["failures"] < rules.codeTries else { return .failure(.codeTries) }
        guard now < (try row["expires"]) else { return .failure(.challengeExpired) }
        return .success(row)
    }
}
