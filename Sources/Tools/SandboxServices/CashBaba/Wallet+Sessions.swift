import JourneyBase
import JourneyCrypto
import JourneyServer

extension Wallet {
    /// The scopes that tokens are given under, and those of the calls that each lets through.
    static let scopes: [String: Set<String>] = [
        "PinManagement": ["PinManagement"], "Payment": ["Payment", "Transaction"], "LinkBank": ["LinkBank"],
        "CardIssue": ["CardIssue"],
    ]

    /// A token for the app that has the client's secret.
    func grant(_ form: WalletForm, scope: String?) async throws -> Answer {
        guard form["grant_type"] == "client_credentials", let scope, Wallet.scopes[scope] != nil else {
            return .failure(.malformed)
        }
        let token = Base64URL.encode(surroundings.random(32))
        let (hash, end) = (SHA256.hash(Array(token.utf8)), now + Wallet.sessionLife)
        let secret = Secret(copying: SHA256.hash(Array(form["client_secret"].utf8)))
        return try await database.write { transaction -> Answer in
            let row = try await transaction.first("SELECT secret FROM client WHERE id = $1", [.text(form["client_id"])])
            guard let row, Secret(copying: try row["secret"] as [UInt8]).hasSameBytes(as: secret) else {
                return .failure(.unauthorized)
            }
            try await transaction.execute(
                "DELETE FROM session WHERE expires <= $1", [.integer(end - Wallet.sessionLife)])
            try await transaction.execute(
                "INSERT INTO session VALUES ($1, $2, $3)", [.blob(hash), .text(scope), .integer(end)])
            return .success([
                "access_token": .string(token), "token_type": "Bearer",
                "expires_in": .number(JSONNumber(Wallet.sessionLife / 1_000)),
            ])
        }
    }

    /// Whose request it is, by its tokens. The call's scope has to be said, and one that the token is good for.
    func customer(
        of request: HTTPRequest, scopes: Set<String>, in transaction: borrowing Transaction
    ) async throws -> Result<String, WalletFault> {
        guard let token = BearerToken.of(request), let wallet = request.headers["w-token"] else {
            return .failure(.unauthorized)
        }
        let session = try await transaction.first(
            "SELECT scope FROM session WHERE token = $1 AND expires > $2",
            [.blob(SHA256.hash(Array(token.utf8))), .integer(now)])
        let person = try await transaction.first(
            "SELECT id FROM customer WHERE token = $1", [.blob(SHA256.hash(Array(wallet.utf8)))])
        guard let session, let person else { return .failure(.unauthorized) }
        let granted = Wallet.scopes[try session["scope"]] ?? []
        guard let said = request.headers["scope"], scopes.contains(said), granted.contains(said) else {
            return .failure(.otherScope)
        }
        return .success(try person["id"])
    }
}
