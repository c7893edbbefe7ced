import JourneyBase
import JourneyCrypto
import JourneyServer

/// The bank's HTTP API, as the `openapi.json` of its journeys describe it.
struct BankAPI: Sendable {
    let bank: Bank
    private let faults: SandboxFaults
    /// Customers by the SHA-256 of their token.
    private let customers: [[UInt8]: String]

    init(bank: Bank, tokens: [String: Secret], faults: SandboxFaults) {
        self.bank = bank
        self.faults = faults
        customers = Dictionary(
            tokens.map { customer, token in (token.withBytes { SHA256.hash(Array($0)) }, customer) }
        ) { first, _ in first }
    }

    var routes: [Route] {
        [
            route(.get, "/api/accounts/current", "getAccount") { customer, _, _ in try await bank.account(of: customer)
            },
            route(.post, "/api/payees/check", "checkPayee", checkPayee),
            route(.post, "/api/quotes", "createQuote", createQuote),
            route(.get, "/api/quotes/{quoteId}", "getQuote") { customer, _, parameters in
                try await bank.quote(parameters["quoteId"], of: customer)
            },
            route(.post, "/api/transfers", "createTransfer", createTransfer),
            route(.get, "/api/transfers/{reference}", "getTransfer") { customer, _, parameters in
                try await bank.transfer(parameters["reference"], of: customer)
            },
            // For the gateway, which asks on behalf of the customer.
            route(.post, "/api/settlements", "settle", settle),
        ] + openingRoutes
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
        return try await bank.createQuote(of: customer, payee: payee, amount: amount, currency: currency)
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

    /// A route that knows its customer and meets the sandbox's faults; `limit` bounds the request's body in bytes.
    func route(
        _ method: HTTPMethod, _ pattern: String, _ operation: String, limit: Int = 64 * 1_024,
        _ body: @escaping @Sendable (String, HTTPRequest, PathParameters) async throws -> Bank.Answer
    ) -> Route {
        Route(method, pattern, body: .whole(limit: limit)) { [faults] request, parameters in
            let fault = faults.next(for: operation)
            switch fault {
            case .status(let status):
                return Problem(status, "SANDBOX_FAULT", "The sandbox was told to fail.").response
            case .rateLimited(let seconds):
                return Problem(
                    429, "RATE_LIMITED", "The sandbox was told to refuse.", headers: ["Retry-After": String(seconds)]
                ).response
            case .answerLost, nil: break
            }
            let response = await answer(request, parameters, body)
            return fault == .answerLost ? .withheld : response
        }
    }

    private func answer(
        _ request: HTTPRequest, _ parameters: PathParameters,
        _ body: (String, HTTPRequest, PathParameters) async throws -> Bank.Answer
    ) async -> HTTPResponse {
        guard let token = BearerToken.of(request), let customer = customers[SHA256.hash(Array(token.utf8))] else {
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
