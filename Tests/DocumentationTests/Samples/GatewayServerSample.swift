import JourneyGateway

/// The bank's branches: routes of its own, on the gateway's socket.
let branches = [
    Route(.get, "/branches/{code}") { _, parameters in .json(["code": .string(parameters["code"])]) }
]

/// Starts what `file` configures as the bank's own server, which asks the bank what became of a call.
func startBankServer(
    configuration file: String, for identity: BankIdentity, asking bank: any HTTPService, at settlements: HTTPSURL
) async throws -> Gateway {
    try await Gateway.start(configuration: file, beside: branches) { gateway in
        gateway.identity = identity
        gateway.bank = (bank, settlements)
    }
}
