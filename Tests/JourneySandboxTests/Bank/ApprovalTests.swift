import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Approving a transfer")
struct ApprovalTests {
    private struct Deaf: HTTPService {
        func handle(_ request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 503) }
    }

    /// Returns the code of an answer, otherwise its status.
    private func word(_ answer: (status: Int, body: JSONValue, headers: HTTPFields)) -> String {
        answer.body["code"]?.string ?? "\(answer.status)"
    }

    /// Expects that nothing was paid, nor can be paid with the submitted proof.
    private func expectUnpaid(_ test: TestBank, _ quote: String, key: String = "unpaid") async throws {
        #expect(word(try await test.transfer(quote, key: key)) == "SCA_REQUIRED")
        #expect(try await test.balance() == 245_000)
        #expect(try await test.count("SELECT count(*) AS n FROM entry") == 0)
    }

    @Test("a signed transfer is paid once, and the signature is stored with it")
    func whole() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(200_000)
        let statement = try await test.statement(quote)
        #expect(statement["amount"] == 200_000 && statement["fee"] == 50 && statement["currency"] == "GBP")
        #expect(statement["payeeName"] == "Amelia Stone" && statement["payeeAccount"] == "04-00-04 12345678")
        #expect(statement["challenge"]?.string.flatMap { Base64URL.decode($0) }?.count == 32)
        let proof = try await test.app.proof(statement)
        #expect(try await test.approve(quote, proof).body == ["quoteId": .string(quote), "status": "APPROVED"])
        #expect(try await test.balance() == 245_000, "approving moves nothing")
        #expect(try await test.transfer(quote, key: "k").status == 201)
        #expect(try await test.balance() == 44_950)
        #expect(try await test.count("SELECT count(*) AS n FROM approval WHERE used IS NOT NULL") == 1)
        #expect(try await test.booksBalance())
    }

    @Test("an unsigned transfer is refused, and PASS is not a signature")
    func unsigned() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        for claim in ["PASS", #"{"biometric":"PASS"}"#, "", "..", "a.b.c", String(repeating: "x", count: 16_000)] {
            #expect(
                ["SCA_INVALID", "VALIDATION_FAIL"].contains(word(try await test.approve(quote, claim))), "\(claim)")
        }
        let boolean = try await test.ask(.put, "/api/quotes/\(quote)/approval", ["biometric": "PASS"])
        #expect(word(boolean) == "VALIDATION_FAIL")
        try await expectUnpaid(test, quote)
    }

    static let changes: [[String: JSONValue?]] = [
        ["amount": 12_501], ["amount": 12_499], ["amount": "12500"], ["amount": nil], ["fee": 1], ["fee": nil],
        ["currency": "EUR"], ["currency": nil], ["payeeName": "Amelia Stonne"], ["payeeName": "amelia stone"],
        ["payeeName": nil], ["payeeAccount": "04-00-04 12345679"], ["payeeAccount": "040004 12345678"],
        ["payeeAccount": nil], ["challenge": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"], ["challenge": ""],
        ["challenge": nil], ["note": "more"], ["jti": nil], ["jti": "short"], ["iat": nil], ["iat": "now"],
        ["enrolment": nil], ["enrolment": "a.b.c"],
    ]

    @Test(
        "a signature over anything but the bank's statement is refused, whichever part differs",
        arguments: changes)
    func changed(changes: [String: JSONValue?]) async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        let proof = try await test.app.proof(try await test.statement(quote), changes)
        #expect(word(try await test.approve(quote, proof)) == "SCA_INVALID")
        try await expectUnpaid(test, quote)
    }

    @Test("a signed text changed in any part is refused")
    func tampered() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        let statement = try await test.statement(quote)
        let parts = try await test.app.proof(statement).split(separator: ".").map(String.init)
        let other = try await test.app.claims(statement, ["amount": 1])
        let swapped = Base64URL.encode(other.compactBytes)
        let flipped = (parts[2].first == "A" ? "B" : "A") + parts[2].dropFirst()
        for text in [
            [parts[0], swapped, parts[2]], [parts[0], parts[1], flipped], [parts[0], parts[1], ""],
            [parts[0], parts[1]], parts + ["x"],
        ] {
            #expect(word(try await test.approve(quote, text.joined(separator: "."))) == "SCA_INVALID")
        }
        try await expectUnpaid(test, quote)
    }

    @Test("another algorithm, type or header key is refused")
    func headers() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        let statement = try await test.statement(quote)
        let payload = Base64URL.encode(try await test.app.claims(statement).compactBytes)
        let point = test.app.approvalKey.publicKey.x963
        func token(_ header: JSONValue, _ sign: ([UInt8]) throws -> [UInt8]) throws -> String {
            let input = Base64URL.encode(header.compactBytes) + "." + payload
            return input + "." + Base64URL.encode(try sign(Array(input.utf8)))
        }
        let typ: JSONValue = "journey-sca+jwt"
        let stranger = try P256PrivateKey.generate()
        let texts = [
            try token(["alg": "none", "typ": typ]) { _ in [] },
            try token(["alg": "none", "typ": typ]) { try test.app.approvalKey.sign($0) },
            try token(["alg": "HS256", "typ": typ]) { HMACSHA256.tag($0, key: Secret(copying: point)) },
            try token(["alg": "ES256", "typ": typ, "jwk": stranger.publicKey.jwk]) {
                try stranger.sign($0)
            },
            try token(["alg": "ES256", "typ": typ, "jwk": test.app.approvalKey.publicKey.jwk]) {
                try test.app.approvalKey.sign($0)
            },
            try token(["alg": "ES256", "typ": typ, "crit": ["exp"]]) { try test.app.approvalKey.sign($0) },
            try token(["alg": "ES256", "typ": "JWT"]) { try test.app.approvalKey.sign($0) },
            try token(["alg": "ES256"]) { try test.app.approvalKey.sign($0) },
            try token(["alg": "ES256", "typ": "journey-approval-key+jwt"]) {
                try test.app.approvalKey.sign($0)
            },
            try token(["alg": "ES256", "typ": typ]) { try stranger.sign($0) },
        ]
        for text in texts { #expect(word(try await test.approve(quote, text)) == "SCA_INVALID", "\(text.prefix(60))") }
        try await expectUnpaid(test, quote)
        let good = try token(["alg": "ES256", "typ": typ]) { try test.app.approvalKey.sign($0) }
        #expect(try await test.approve(quote, good).status == 200, "the near miss of them all")
    }

    @Test("only the instance's enrolled approval key can sign, not one without user presence")
    func enrolments() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        let statement = try await test.statement(quote)
        let (app, stranger) = (test.app, try TestApp())
        let own: JSONValue = app.instanceKey.publicKey.jwk
        for proof in [
            try await app.proof(statement, enrolment: try await app.enrolment(by: stranger.instanceKey)),
            try await app.proof(statement, enrolment: try await app.enrolment(by: app.approvalKey)),
            try await app.proof(statement, enrolment: try await app.enrolment(typ: "journey-instance+jwt")),
            try await app.proof(statement, enrolment: try await app.enrolment(["jwk": nil])),
            try await app.proof(statement, enrolment: try await app.enrolment(["more": true])),
            try await app.proof(statement, enrolment: try await app.enrolment(["iat": "now"])),
            try await app.proof(statement, enrolment: try await stranger.enrolment()),
            try await app.proof(
                statement, enrolment: try await app.enrolment(["jwk": own]), by: app.instanceKey),
            try await stranger.proof(statement, enrolment: try await app.enrolment()),
        ] {
            #expect(word(try await test.approve(quote, proof)) == "SCA_INVALID")
        }
        try await expectUnpaid(test, quote)
    }

    @Test("an instance's first approval key is final: its instance key cannot enrol another")
    func secondKey() async throws {
        let test = try await TestBank()
        _ = try await test.quote(100)
        var thief = test.app
        thief.approvalKey = try .generate()
        let quote = try await test.openQuote(12_500)
        let statement = try await test.statement(quote)
        #expect(word(try await test.approve(quote, try await thief.proof(statement))) == "SCA_INVALID")
        try await expectUnpaid(test, quote)
        #expect(try await test.approve(quote, try await test.app.proof(statement)).status == 200)
    }

    @Test("a signature is valid for its quote only, and not after it is paid")
    func replay() async throws {
        let test = try await TestBank()
        let (first, second) = (try await test.openQuote(100), try await test.openQuote(100))
        let proof = try await test.app.proof(try await test.statement(first))
        #expect(word(try await test.approve(second, proof)) == "SCA_INVALID")
        for _ in 0..<2 { #expect(try await test.approve(first, proof).status == 200) }
        let again = try await test.app.proof(try await test.statement(first), ["jti": "another-prompt"])
        #expect(try await test.approve(first, again).status == 200, "asked again after a crash")
        #expect(try await test.transfer(first, key: "a").status == 201)
        #expect(word(try await test.approve(first, proof)) == "QUOTE_USED")
        #expect(word(try await test.transfer(first, key: "b")) == "QUOTE_USED")
        #expect(word(try await test.transfer(second, key: "c")) == "SCA_REQUIRED")
        #expect(try await test.transfer(first, key: "a").status == 201, "the key has its answer for ever")
        #expect(try await test.balance() == 244_900)
    }

    @Test("one of two concurrent payments with one approval is made")
    func twoAtOnce() async throws {
        let test = try await TestBank()
        let quote = try await test.quote(12_500)
        async let first = test.transfer(quote, key: "a")
        async let second = test.transfer(quote, key: "b")
        let words = try await [word(first), word(second)]
        #expect(words.sorted() == ["201", "QUOTE_USED"])
        #expect(try await test.balance() == 232_500)
        #expect(try await test.booksBalance())
    }

    @Test("a refusal for a missing approval is stored for its key and does not use the quote")
    func keptRefusal() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        #expect(word(try await test.transfer(quote, key: "early")) == "SCA_REQUIRED")
        #expect(try await test.approve(quote, try await test.app.proof(try await test.statement(quote))).status == 200)
        #expect(word(try await test.transfer(quote, key: "early")) == "SCA_REQUIRED")
        #expect(try await test.transfer(quote, key: "late").status == 201)
    }

    @Test("a challenge expires with its quote by the bank's clock, whatever the device's clock")
    func times() async throws {
        let clock = ManualWallClock()
        var dependencies = Dependencies.system
        dependencies.now = { clock.now }
        let test = try await TestBank(dependencies: dependencies)
        let quote = try await test.openQuote(100)
        let statement = try await test.statement(quote)
        let late = try await test.app.enrolment(["iat": 0])
        #expect(
            try await test.approve(quote, try await test.app.proof(statement, ["iat": 4_000_000_000], enrolment: late))
                .status == 200)
        let proof = try await test.app.proof(statement)
        clock.advance(seconds: 600)
        #expect(word(try await test.approve(quote, proof)) == "QUOTE_EXPIRED")
        #expect(word(try await test.transfer(quote, key: "k")) == "QUOTE_EXPIRED")
        #expect(try await test.balance() == 245_000)
    }

    @Test("only the requesting app can have it approved: another's ticket, journey, partner or session is refused")
    func tickets() async throws {
        let test = try await TestBank()
        let quote = try await test.openQuote(12_500)
        let statement = try await test.statement(quote)
        let proof = try await test.app.proof(statement)
        let other = try TestApp()
        let tickets = [
            try await test.gateway.ticket(for: other, token: TestBank.token),
            try await test.gateway.ticket(for: test.app, token: TestBank.token, journey: "other-journey"),
            try await test.gateway.ticket(for: test.app, token: TestBank.token, partner: "other-partner"),
            try await test.gateway.ticket(for: test.app, token: TestBank.strangersToken),
            "", "x", Base64URL.encode(Array(repeating: 7, count: 32)),
        ]
        for (index, ticket) in tickets.enumerated() {
            #expect(word(try await test.approve(quote, proof, ticket: ticket)) == "SCA_INVALID", "ticket \(index)")
        }
        let foreign = try await other.proof(statement)
        #expect(word(try await test.approve(quote, foreign, ticket: tickets[0])) == "SCA_INVALID", "its own, whole")
        #expect(word(try await test.approve(quote, proof, ticket: .some(nil))) == "SCA_REQUIRED")
        try await expectUnpaid(test, quote)
        let again = try await test.gateway.ticket(for: test.app, token: TestBank.token)
        #expect(try await test.approve(quote, proof, ticket: again).status == 200, "the same app, in its next run")
    }

    @Test("no quote is given without an attested app")
    func quotes() async throws {
        let test = try await TestBank()
        let payee = try await test.ask(.post, "/api/payees/check", TestBank.amelia).body["payeeId"] ?? .null
        let body: JSONValue = ["payeeId": payee, "amount": 100, "currency": "GBP"]
        #expect(word(try await test.ask(.post, "/api/quotes", body, ticket: .some(nil))) == "SCA_REQUIRED")
        #expect(word(try await test.ask(.post, "/api/quotes", body, ticket: "x")) == "SCA_INVALID")
        #expect(try await test.count("SELECT count(*) AS n FROM quote") == 0)
    }

    @Test("an expired ticket and an unavailable gateway have their own codes")
    func gateway() async throws {
        let clock = ManualWallClock()
        var dependencies = Dependencies.system
        dependencies.now = { clock.now }
        let test = try await TestBank(dependencies: dependencies)
        clock.advance(seconds: 3_601)
        let fresh = try await test.gateway.ticket(for: test.app, token: TestBank.token)
        let payee = try await test.ask(.post, "/api/payees/check", TestBank.amelia).body["payeeId"] ?? .null
        let body: JSONValue = ["payeeId": payee, "amount": 100, "currency": "GBP"]
        #expect(word(try await test.ask(.post, "/api/quotes", body)) == "SCA_INVALID")
        #expect(try await test.ask(.post, "/api/quotes", body, ticket: fresh).status == 201)
        let deaf = DeviceService(gateway: Deaf(), credential: Secret(copying: "bank-1".utf8))
        let wrong = DeviceService(gateway: test.gateway.service, credential: Secret(copying: "bank-2".utf8))
        let request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL("https://bank.localhost/api/quotes")),
            headers: ["X-HSBC-Attest": fresh])
        for service in [deaf, wrong] {
            await #expect(throws: DeviceService.unavailable) { _ = try await service.run(of: request) }
        }
    }
}
