import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

extension Wallet {
    /// The scopes of session tokens, with the scopes of the calls that each permits.
    static let scopes: [WalletScope: Set<WalletScope>] = [
        .pinManagement: [.pinManagement], .payment: [.payment, .transaction], .linkBank: [.linkBank],
        .cardIssue: [.cardIssue],
    ]

    /// Issues a token for the app with the client secret.
    func grant(_ form: WalletForm, scope: String?) async throws -> Answer {
        guard form[.grantType] == WalletField.clientCredentials, let scope,
            WalletScope(rawValue: scope).flatMap({ Wallet.scopes[$0] }) != nil
        else {
            return .failure(.malformed)
        }
        let token = Base64URL.encode(dependencies.random(32))
        let (hash, end) = (SHA256.hash(Array(token.utf8)), now + Wallet.sessionLife)
        let secret = Secret(copying: SHA256.hash(Array(form[.clientSecret].utf8)))
        return try await database.write { transaction -> Answer in
            let row = try await transaction.first("SELECT secret FROM client WHERE id = $1", [.text(form[.clientID])])
            guard let row, Secret(copying: try row["secret"] as [UInt8]).hasSameBytes(as: secret) else {
                return .failure(.unauthorized)
            }
            try await transaction.execute(
                "DELETE FROM session WHERE expires <= $1", [.integer(end - Wallet.sessionLife)])
            try await transaction.execute(
                "INSERT INTO session VALUES ($1, $2, $3)", [.blob(hash), .text(scope), .integer(end)])
            return .success(
                WalletToken(
                    accessToken: WireSecret(Secret(copying: token.utf8)), expiresIn: Int(Wallet.sessionLife / 1_000)
                ).json)
        }
    }

    /// Returns the customer of a request's tokens. The call's scope must be sent, and permitted by the session.
    func customer(
        of request: HTTPRequest, scope: WalletScope?, in transaction: borrowing Transaction
    ) async throws -> Result<String, WalletError> {
        guard let token = BearerToken.of(request), let wallet = request.headers[WalletHeader.token] else {
            return .failure(.unauthorized)
        }
        let session = try await transaction.first(
            "SELECT scope FROM session WHERE token = $1 AND expires > $2",
            [.blob(SHA256.hash(Array(token.utf8))), .integer(now)])
        let person = try await transaction.first(
            "SELECT id FROM customer WHERE token = $1", [.blob(SHA256.hash(Array(wallet.utf8)))])
        guard let session, let person else { return .failure(.unauthorized) }
        let granted = WalletScope(rawValue: try session["scope"]).flatMap { Wallet.scopes[$0] } ?? []
        guard let scope, request.headers[WalletHeader.scope] == scope.rawValue, granted.contains(scope) else {
            return .failure(.otherScope)
        }
        return .success(try person["id"])
    }
}
