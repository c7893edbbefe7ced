import JourneyGateway

/// Identifies callers by the bank's own tokens instead of a file of the gateway.
struct BankIdentity: GatewayIdentity {
    /// Returns the partner and the client of a token, from the bank's authorization server.
    let holder: @Sendable (Secret) async -> (partner: String, client: String)?

    func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller {
        let token = Secret(copying: (BearerToken.of(request) ?? "").utf8)
        guard let known = await holder(token) else {
            throw Problem(401, "AUTH_EXPIRED", "A valid token is required.", headers: ["WWW-Authenticate": "Bearer"])
        }
        return GatewayCaller(partner: known.partner, client: known.client, token: token)
    }
}

/// Creates a gateway on the bank's database that asks the bank for the outcome of calls, with the bank's own routes.
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
