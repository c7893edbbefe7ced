package import JourneyBase
import JourneyCrypto
package import JourneyServer

/// The bank's HTTP API, as the `openapi.json` of its journeys describe it.
package struct BankAPI: Sendable {
    let bank: Bank
    /// Whom a token lets in that is none of `customers`: one of a sign-in.
    private let signedIn: @Sendable (String) -> String?
    private let devices: DeviceService?
    /// Customers by the SHA-256 of their token.
    private let customers: [[UInt8]: String]

    /// The API of `bank`, which asks `devices` about the apps that ask for quotes; a bank that asks for no approvals has none.
    package init(
        bank: Bank, tokens: [String: Secret], devices: DeviceService?,
        signedIn: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.bank = bank
        self.devices = devices
        self.signedIn = signedIn
        customers = Dictionary(
            tokens.map { customer, token in (token.withBytes { SHA256.hash(Array($0)) }, customer) }
        ) { first, _ in first }
    }

    typealias Body = @Sendable (String, HTTPRequest, PathParameters) async throws -> Bank.Answer

    /// One operation of the bank's: where it stands, its `operationId`, and what it does for a customer.
    struct Entry: Sendable {
        var method: HTTPMethod
        var pattern: String
        var operation: String
        /// Bytes that a request's body may have.
        var limit: Int
        var body: Body
    }

    private var entries: [Entry] {
        guard bank.rules.asksForApproval else {
            // As the sample journey's document has them (`HSBCPartnerTesting`).
            return [
                entry(.get, "/api/account", "getAccount") { customer, _, _ in try await bank.account(of: customer) },
                entry(.post, "/api/quotes", "createQuote", quoteOfAmount),
                entry(.post, "/api/transfers", "createTransfer", createTransfer),
                entry(.post, "/api/settlements", "settle", settle),
            ]
        }
        return [
            entry(.get, "/api/accounts/current", "getAccount") { customer, _, _ in try await bank.account(of: customer)
            },
            entry(.post, "/api/payees/check", "checkPayee", checkPayee),
            entry(.post, "/api/quotes", "createQuote", createQuote),
            entry(.get, "/api/quotes/{quoteId}", "getQuote") { customer, _, parameters in
                try await bank.quote(parameters["quoteId"], of: customer)
            },
            entry(.put, "/api/quotes/{quoteId}/approval", "approveQuote", approveQuote),
            entry(.post, "/api/transfers", "createTransfer", createTransfer),
            entry(.get, "/api/transfers/{reference}", "getTransfer") { customer, _, parameters in
                try await bank.transfer(parameters["reference"], of: customer)
            },
            // For the gateway, which asks on behalf of the customer.
            entry(.post, "/api/settlements", "settle", settle),
        ] + openingEntries
    }

    func entry(
        _ method: HTTPMethod, _ pattern: String, _ operation: String, limit: Int = 64 * 1_024, _ body: @escaping Body
    ) -> Entry { Entry(method: method, pattern: pattern, operation: operation, limit: limit, body: body) }

    /// Routes that know their customer.
    package var routes: [Route] {
        entries.map { entry in
            Route(entry.method, entry.pattern, body: .whole(limit: entry.limit)) { request, parameters in
                await answer(request, parameters, entry.body)
            }
        }
    }

    /// The `operationId` of each method and route.
    package var operations: [String: String] {
        Dictionary(entries.map { ("\($0.method.rawValue) \($0.pattern)", $0.operation) }) { first, _ in first }
    }

    private func checkPayee(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        var input = try StrictInput(request, known: ["name", "sortCode", "accountNumber"])
        let name = input.text("name", "Enter the name on the account.", BankText.name)
        let sortCode = input.text("sortCode", "Enter a sort code of 6 digits, like 04-00-04.", BankText.sortCode)
        let number = input.text("accountNumber", "Enter an account number of 8 digits.", BankText.accountNumber)
        try input.finish()
        return try await bank.checkPayee(of: customer, name: name, sortCode: sortCode, number: number)
    }

    private func createQuote(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        var input = try StrictInput(request, known: ["payeeId", "amount", "currency"])
        let payee = input.text("payeeId", "Choose a payee.", BankText.identifier)
        let amount = input.integer("amount", "Enter an amount of more than £0.00.", in: 1...(1 << 53 - 1))
        let currency = input.text("currency", "Only GBP can be sent.") { $0 == Bank.currency ? $0 : nil }
        try input.finish()
        return try await bank.createQuote(
            of: customer, payee: payee, amount: amount, currency: currency, for: try await run(of: request, customer))
    }

    /// A quote to the one payee there is, in the one currency.
    private func quoteOfAmount(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        var input = try StrictInput(request, known: ["amount"])
        let amount = input.integer("amount", "Enter an amount of more than 0.00.", in: 1...(1 << 53 - 1))
        try input.finish()
        return try await bank.createQuote(
            of: customer, payee: Bank.knownPayee, amount: amount, currency: Bank.currency, for: nil)
    }

    private func approveQuote(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        var input = try StrictInput(request, known: ["proof"])
        let proof = input.text("proof", "Sign the transfer.") { $0 }
        try input.finish()
        return try await bank.approveQuote(
            parameters["quoteId"], of: customer, proof: proof, by: try await run(of: request, customer))
    }

    /// The attested run that the request is of, which was begun with a token of this very customer's.
    private func run(of request: HTTPRequest, _ customer: String) async throws(Problem) -> AttestedRun {
        guard let devices else { throw .scaRequired }
        let run = try await devices.run(of: request)
        guard customers[run.session] == customer else { throw .scaInvalid }
        return run
    }

    private func createTransfer(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        let key = try idempotencyKey(of: request)
        var input = try StrictInput(request, known: ["quoteId"])
        let quote = input.text("quoteId", "Choose a quote.", BankText.identifier)
        try input.finish()
        return try await bank.createTransfer(of: customer, quote: quote, key: key).answer
    }

    private func settle(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        var input = try StrictInput(request, known: ["key"])
        let key = input.text("key", "Name a key.", BankText.key)
        try input.finish()
        return try await bank.settle(of: customer, key: key)
    }

    /// The key that a request which changes something has to carry. Throws 400 without one.
    func idempotencyKey(of request: HTTPRequest) throws(Problem) -> String {
        guard let key = request.headers["X-Idempotency-Key"].flatMap({ BankText.key($0) }) else {
            throw Problem(400, "IDEMPOTENCY_KEY_MISSING", "X-Idempotency-Key is required.")
        }
        return key
    }

    private func answer(
        _ request: HTTPRequest, _ parameters: PathParameters,
        _ body: Body
    ) async -> HTTPResponse {
        guard let token = BearerToken.of(request),
            let customer = customers[SHA256.hash(Array(token.utf8))] ?? signedIn(token)
        else {
            return Problem(
                401, "AUTH_EXPIRED", "A valid token is needed.", headers: ["WWW-Authenticate": "Bearer realm=\"bank\""]
            ).response
        }
        do {
            switch try await body(customer, request, parameters) {
            case .failure(let problem): return problem.response
            case .success((let status, let body)) where status >= 400:
                return Problem.response(status: status, body: body)
            case .success((let status, let body)):
                return .json(body, status: status, headers: ["Cache-Control": "no-store"])
            }
        } catch let problem as Problem {
            return problem.response
        } catch {
            return Problem.unavailable.response
        }
    }
}
