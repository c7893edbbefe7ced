package import JourneyBase
import JourneyCrypto
package import JourneyServer
import JourneyWire

/// The bank's HTTP API, as described by the `openapi.json` of its journeys.
package struct BankAPI: Sendable {
    let bank: Bank
    /// Returns the customer of a sign-in's access token, for tokens outside `customers`.
    private let signedIn: @Sendable (String) -> String?
    private let devices: DeviceService?
    /// Customers by the SHA-256 of their tokens.
    private let customers: [[UInt8]: String]

    /// Creates the API of `bank`. `devices` checks the apps that request quotes; `nil` for a bank without approvals.
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

    typealias Body = @Sendable (BankRequest) async throws -> Bank.Answer

    /// An operation of the bank with its implementation.
    struct Entry: Sendable {
        let call: BankCall
        let path: String
        /// The maximum size of a request body, in bytes.
        let limit: Int
        let body: Body

        init(_ call: BankCall, at path: String? = nil, limit: Int = 64 * 1_024, _ body: @escaping Body) {
            self.call = call
            self.path = path ?? call.path
            self.limit = limit
            self.body = body
        }
    }

    private var entries: [Entry] {
        guard bank.rules.asksForApproval else {
            // The operations of the sample journey's document (`HSBCPartnerTesting`).
            return [
                Entry(.getAccount, at: BankCall.sampleAccount) {
                    try await bank.account(of: $0.customer, in: $0.language)
                },
                Entry(.createQuote, quoteOfAmount), Entry(.createTransfer, createTransfer), Entry(.settle, settle),
            ]
        }
        return [
            Entry(.getAccount) { try await bank.account(of: $0.customer, in: $0.language) },
            Entry(.checkPayee, checkPayee), Entry(.createQuote, createQuote),
            Entry(.getQuote) { try await bank.quote($0[.quoteId], of: $0.customer, in: $0.language) },
            Entry(.approveQuote, approveQuote), Entry(.createTransfer, createTransfer),
            Entry(.getTransfer) { try await bank.transfer($0[.reference], of: $0.customer) },
            Entry(.settle, settle),
        ] + openingEntries
    }

    /// The routes, which authenticate the customer.
    package var routes: [Route] {
        entries.map { entry in
            Route(entry.call.method, entry.path, body: .whole(limit: entry.limit)) { request, parameters in
                await answer(request, parameters, entry.body)
            }
        }
    }

    /// The `operationId` of each method and route.
    package var operations: [String: String] {
        Dictionary(entries.map { ("\($0.call.method.rawValue) \($0.path)", $0.call.rawValue) }) { first, _ in first }
    }

    private func checkPayee(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let language = request.language
        let name = input.text(.name, TransferPhrase.name(language), BankText.name)
        let sortCode = input.text(.sortCode, TransferPhrase.sortCode(language), BankText.sortCode)
        let number = input.text(.accountNumber, TransferPhrase.accountNumber(language), BankText.accountNumber)
        try input.finish()
        return try await bank.checkPayee(
            of: request.customer, name: name, sortCode: sortCode, number: number, in: language)
    }

    private func createQuote(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let language = request.language
        let payee = input.text(.payeeId, TransferPhrase.payee(language), BankText.identifier)
        let amount = input.integer(.amount, TransferPhrase.amount(language), in: 1...(1 << 53 - 1))
        let currency = input.text(.currency, TransferPhrase.currency(language)) { $0 == Bank.currency ? $0 : nil }
        try input.finish()
        return try await bank.createQuote(
            of: request.customer, payee: payee, amount: amount, currency: currency, for: try await run(of: request),
            in: language)
    }

    /// Creates a quote to the only payee in the only currency.
    private func quoteOfAmount(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let amount = input.integer(.amount, TransferPhrase.amount(request.language), in: 1...(1 << 53 - 1))
        try input.finish()
        return try await bank.createQuote(
            of: request.customer, payee: Bank.knownPayee, amount: amount, currency: Bank.currency, for: nil,
            in: request.language)
    }

    private func approveQuote(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let proof = input.text(.proof, "Sign the transfer.") { $0 }
        try input.finish()
        return try await bank.approveQuote(
            request[.quoteId], of: request.customer, proof: proof, by: try await run(of: request))
    }

    /// Returns the attested run of the request, which must have been started with a token of the same customer.
    private func run(of request: BankRequest) async throws(Problem) -> AttestedRun {
        guard let devices else { throw .scaRequired }
        let run = try await devices.run(of: request.http)
        guard customers[run.session] == request.customer else { throw .scaInvalid }
        return run
    }

    private func createTransfer(_ request: BankRequest) async throws -> Bank.Answer {
        let key = try request.idempotencyKey()
        var input = try StrictInput(request.http)
        let quote = input.text(.quoteId, "Choose a quote.", BankText.identifier)
        try input.finish()
        return try await bank.createTransfer(of: request.customer, quote: quote, key: key).answer
    }

    private func settle(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let key = input.text(.key, "Name a key.", BankText.key)
        try input.finish()
        return try await bank.settle(of: request.customer, key: key)
    }

    private func answer(_ request: HTTPRequest, _ parameters: PathParameters, _ body: Body) async -> HTTPResponse {
        guard let token = BearerToken.of(request),
            let customer = customers[SHA256.hash(Array(token.utf8))] ?? signedIn(token)
        else { return Problem.tokenRequired.response }
        do {
            switch try await body(BankRequest(customer: customer, http: request, parameters: parameters)) {
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

/// An authenticated request of a customer.
struct BankRequest: Sendable {
    let customer: String
    let http: HTTPRequest
    let parameters: PathParameters

    var language: Language { Language(acceptedBy: http) }

    /// Returns a path parameter.
    subscript(field: BankField) -> String { parameters[field.rawValue] }

    /// Returns the idempotency key that a changing request must have. Throws 400 without one.
    func idempotencyKey() throws(Problem) -> String {
        guard let key = http.headers[BankHeader.idempotencyKey].flatMap({ BankText.key($0) }) else {
            throw Problem(400, .keyMissing, "\(BankHeader.idempotencyKey) is required.")
        }
        return key
    }
}

extension Problem {
    /// The refusal of a request without a customer's token.
    package static let tokenRequired = Problem(
        401, .authExpired, "A valid token is required.", headers: ["WWW-Authenticate": "Bearer realm=\"bank\""])
}
