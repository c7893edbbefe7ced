import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// A bank with an in-memory database, called in-process.
struct TestBank {
    let bank: Bank
    let service: SandboxBank
    let faults = SandboxFaults()
    let authorization: AuthorizationServer
    let gateway: TestGateway
    /// The customer's app, and below it the ticket of its run from the gateway.
    let app: TestApp
    let ticket: String
    static let token = "token-of-rowan"
    /// A token known to the gateway but not to the bank.
    static let strangersToken = "token-of-nobody"

    init(dependencies: Dependencies = .system) async throws {
        bank = try await Bank(.memory, dependencies: dependencies)
        authorization = AuthorizationServer(key: try .generate(), dependencies: dependencies)
        authorization.setOrigin(to: try #require(Origin(scheme: "https", host: "bank.localhost", port: 443)))
        gateway = try await TestGateway(tokens: [Self.token, Self.strangersToken], dependencies: dependencies)
        app = try TestApp(dependencies)
        ticket = try await gateway.ticket(for: app, token: Self.token)
        service = try SandboxBank(
            bank: bank, tokens: [Bank.customer: Secret(copying: Self.token.utf8)], faults: faults,
            authorization: authorization, devices: gateway.deviceService, dependencies: dependencies)
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, key: String? = nil, token: String? = token,
        language: String? = nil, ticket: String?? = .none
    ) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        var headers = HTTPFields()
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if let language { headers["Accept-Language"] = language }
        headers["X-HSBC-Attest"] = ticket ?? self.ticket
        if let key { headers["X-Idempotency-Key"] = key }
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            method: method, url: try #require(HTTPSURL("https://bank.localhost\(path)")), headers: headers,
            body: body?.compactBytes ?? [])
        let response = await service.handle(request)
        let value = response.body.isEmpty ? JSONValue.null : try JSONReader.read(response.body)
        return (response.status, value, response.headers)
    }

    static let amelia: JSONValue = ["name": "Amelia Stone", "sortCode": "04-00-04", "accountNumber": "12345678"]

    /// Creates a quote for `amount` pence to a matching payee, approved by the customer.
    func quote(_ amount: Int64) async throws -> String {
        let id = try await openQuote(amount)
        #expect(try await approve(id, try await app.proof(try await statement(id))).status == 200)
        return id
    }

    /// Returns the statement that the customer approves.
    func statement(_ quote: String) async throws -> JSONValue {
        try #require(try await ask(.get, "/api/quotes/\(quote)").body["approval"])
    }

    func approve(
        _ quote: String, _ proof: String, ticket: String?? = .none
    ) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        try await ask(.put, "/api/quotes/\(quote)/approval", ["proof": .string(proof)], ticket: ticket)
    }

    /// Creates an unapproved quote.
    func openQuote(_ amount: Int64) async throws -> String {
        let payee = try await ask(.post, "/api/payees/check", Self.amelia).body
        let quote = try await ask(
            .post, "/api/quotes",
            ["payeeId": payee["payeeId"] ?? .null, "amount": .number(JSONNumber(amount)), "currency": "GBP"])
        #expect(quote.status == 201)
        return try #require(quote.body["quoteId"]?.string)
    }

    func transfer(_ quote: String, key: String) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        try await ask(.post, "/api/transfers", ["quoteId": .string(quote)], key: key)
    }

    func balance() async throws -> Int64? { try await ask(.get, "/api/accounts/current").body["balance"]?.int64 }

    /// Returns a number from the database.
    func count(_ sql: StaticString) async throws -> Int64? { try await bank.database.first(sql)?["n"] }

    /// `true` if every transfer sums to zero and every balance equals its initial value plus its entries.
    func booksBalance() async throws -> Bool {
        let off = try await count(
            "SELECT count(*) AS n FROM (SELECT sum(amount) AS s FROM entry GROUP BY transfer) WHERE s <> 0")
        let total = try await count("SELECT sum(balance) AS n FROM account")
        let moved = try await count(
            """
            SELECT count(*) AS n FROM account WHERE balance <> coalesce(
                (SELECT sum(amount) FROM entry WHERE entry.account = account.id), 0) + (id = 'current') * 245000
            """)
        return off == 0 && total == 245_000 && moved == 0
    }
}
