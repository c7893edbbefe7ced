import JourneyGateway

/// Knows callers by the bank's own tokens, and not by a file of the gateway's.
struct BankIdentity: GatewayIdentity {
    /// Whom the bank's authorization server has issued a token for.
    let holder: @Sendable (Secret) async -> (partner: String, client: String)?

    func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller {
        let token = Secret(copying: (BearerToken.of(request) ?? "").utf8)
        guard let known = await holder(token) else {
            throw Problem(401, "AUTH_EXPIRED", "A valid token is required.", headers: ["WWW-Authenticate": "Bearer"])
        }
        return GatewayCaller(partner: known.partner, client: known.client, token: token)
    }
}

/// A gateway over the bank's database, which asks the bank what became of a call, and the bank's own routes beside its own.
func bankGateway(
    over database: Database, for identity: BankIdentity, asking bank: any HTTPService, at settlements: HTTPSURL
) async throws -> GatewayService {
    let stores = try await GatewayStores(database)
    var gateway = GatewayAssembly(stores, identity: identity, environment: "production")
    gateway.bank = (bank, settlements)
    return try gateway.service(beside: [
        Route(.get, "/branches/{code}") { _, parameters in .json(["code": .string(parameters["code"])]) }
    ])
}
