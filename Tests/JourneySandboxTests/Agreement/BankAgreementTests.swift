import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerTesting
@testable import JourneySandbox
@testable import SandboxServices

/// `BankDesk` says what the sandbox's bank says, though it knows no payees and asks for no approval.
@Suite("The bank of the testing product and the real one agree")
struct BankAgreementTests {
    private protocol BankSide: Side {
        /// What a quote is asked for with beside the amount.
        var fields: [String: JSONValue] { get }
        func approve(_ quote: String) async throws
        func settle(_ key: String) async throws -> String
        func balance() async throws -> Int64?
    }

    private struct Real: BankSide {
        let test: TestBank
        let moment: Moment
        let payee: JSONValue
        let origin = "https://bank.localhost"

        init() async throws {
            let moment = Moment()
            var surroundings = Surroundings.system
            surroundings.now = { moment.now }
            test = try await TestBank(surroundings: surroundings)
            self.moment = moment
            payee = try #require(try await test.ask(.post, "/api/payees/check", TestBank.amelia).body["payeeId"])
        }

        var fields: [String: JSONValue] { ["payeeId": payee, "currency": "GBP"] }
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            var request = request
            request.headers["X-HSBC-Attest"] = test.ticket
            return await test.service.handle(request)
        }
        func pass(_ seconds: TimeInterval) { moment.advance(seconds: seconds) }
        func approve(_ quote: String) async throws {
            let proof = try await test.app.proof(try await test.statement(quote))
            #expect(try await test.approve(quote, proof).status == 200)
        }
        func settle(_ key: String) async throws -> String {
            try await test.ask(.post, "/api/settlements", ["key": .string(key)]).body["state"]?.string ?? "none"
        }
        func balance() async throws -> Int64? { try await test.balance() }
    }

    private struct Stand: BankSide {
        let time = SandboxTime()
        let desk: BankDesk
        let origin = "https://bank.example"
        let fields: [String: JSONValue] = [:]

        init() { desk = BankDesk(token: TestBank.token, balance: 245_000, now: time.now) }

        func handle(_ request: HTTPRequest) async -> HTTPResponse { await desk.handle(request) }
        func pass(_ seconds: TimeInterval) { time.pass(seconds) }
        func approve(_ quote: String) async throws {}
        func settle(_ key: String) async throws -> String {
            desk.settle(key, token: TestBank.token)["state"]?.string ?? "none"
        }
        func balance() async throws -> Int64? { desk.balance }
    }

    private static let own: HTTPFields = ["Authorization": "Bearer \(TestBank.token)"]

    private static func quote(
        _ side: any BankSide, _ amount: JSONValue, _ more: [String: JSONValue] = [:]
    ) async throws -> (word: String, body: JSONValue) {
        try await side.ask(
            .post, "/api/quotes", .json(.object(side.fields.merging(["amount": amount]) { $1 }.merging(more) { $1 })),
            own)
    }

    private static func open(_ side: any BankSide, _ amount: Int64) async throws -> JSONValue {
        let id = try #require(try await quote(side, .number(JSONNumber(amount))).body["quoteId"])
        try await side.approve(try #require(id.string))
        return id
    }

    private static func transfer(_ side: any BankSide, _ body: JSONValue, key: String?) async throws -> String {
        var headers = own
        headers["X-Idempotency-Key"] = key
        return try await side.ask(.post, "/api/transfers", .json(body), headers).word
    }

    @Test("what is asked wrongly is refused with the same status, code and fields")
    func forms() async throws {
        try await agree(try await Real(), Stand(), atLeast: 25) { side, record in
            let side = try #require(side as? any BankSide)
            let body = JSONValue.object(side.fields.merging(["amount": 5]) { $1 })
            for (name, value) in [
                ("none", nil), ("another", "Bearer other"), ("in lower case", "bearer \(TestBank.token)"),
                ("Basic", "Basic \(TestBank.token)"), ("empty", "Bearer "),
            ] as [(String, String?)] {
                var headers = HTTPFields()
                headers["Authorization"] = value
                record.note("token \(name)", try await side.ask(.post, "/api/quotes", .json(body), headers).word)
            }
            for type in [nil, "text/plain", "application/json; charset=utf-16", "application/json; charset=UTF-8"] {
                let content = Content.text(body.compactText, type: type)
                record.note("type \(type ?? "none")", try await side.ask(.post, "/api/quotes", content, Self.own).word)
            }
            for text in ["", "{", "[]", #"{"amount":5,"amount":5}"#] {
                let content = Content.text(text, type: "application/json")
                record.note("body \(text)", try await side.ask(.post, "/api/quotes", content, Self.own).word)
            }
            let half = try JSONReader.read(Array("1.5".utf8))
            for amount in [0, -1, "5", half, nil, true, 1_000_001, 1_000_000, 245_001, 245_000, 244_951] as [JSONValue]
            {
                record.note("amount \(amount.compactText)", try await Self.quote(side, amount).word)
            }
            record.note("more", try await Self.quote(side, 5, ["note": "more"]).word)
            record.note("all of it", try await Self.quote(side, 244_950).word)
            for key in [nil, "", "a b", "ä", String(repeating: "k", count: 256)] {
                record.note("key \(key ?? "none")", try await Self.transfer(side, ["quoteId": "quo_1"], key: key))
            }
            for body in [[:], ["quoteId": 5], ["quoteId": "a-b"], ["quoteId": "quo_1", "note": "more"]] as [JSONValue] {
                record.note(
                    "transfer \(Set(body.object?.keys.map { $0 } ?? []).sorted())",
                    try await Self.transfer(side, body, key: "k"))
            }
            record.note("elsewhere", try await side.ask(.get, "/api/nothing", .none, Self.own).word)
        }
    }

    @Test("a transfer is made once, its key answers for ever, and what was withdrawn is not made later")
    func keys() async throws {
        try await agree(try await Real(), Stand(), atLeast: 18) { side, record in
            let side = try #require(side as? any BankSide)
            func pay(_ name: String, _ quote: JSONValue, _ key: String) async throws {
                record.note(name, try await Self.transfer(side, ["quoteId": quote], key: key))
                record.note("balance", "\(try await side.balance() ?? -1)")
            }
            let (one, two) = (try await Self.open(side, 1_000), try await Self.open(side, 2_000))
            try await pay("unknown", "quo_1", "u")
            try await pay("unknown again", "quo_1", "u")
            try await pay("first", one, "k")
            try await pay("again", one, "k")
            try await pay("another quote", two, "k")
            try await pay("used", one, "k2")
            record.note("settled", try await side.settle("k"))
            record.note("refused", try await side.settle("k2"))
            record.note("never seen", try await side.settle("late"))
            try await pay("late", two, "late")
            record.note("once more", try await side.settle("late"))
            try await pay("held", try await Self.open(side, 200_000), "h")
            record.note("held", try await side.settle("h"))
            try await pay("poor", two, "p")
            let (three, four) = (try await Self.open(side, 100), try await Self.open(side, 100))
            side.pass(599)
            try await pay("at last", three, "three")
            side.pass(1)
            try await pay("over", four, "four")
        }
    }
}
