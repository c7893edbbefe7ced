import JourneyBase
import JourneyServer
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Bank API")
struct BankAPITests {
    @Test("a payment goes from payee to quote to transfer and is recorded")
    func wholePayment() async throws {
        let test = try await TestBank()
        let payee = try await test.ask(.post, "/api/payees/check", TestBank.amelia)
        #expect(payee.status == 200)
        #expect(payee.body["nameMatch"] == "match")
        let id = try await test.quote(12_500)
        let quote = try await test.ask(.get, "/api/quotes/\(id)").body
        #expect(quote["total"]?.int64 == 12_500)
        #expect(quote["payee"]?["sortCode"] == "04-00-04")
        let transfer = try await test.transfer(id, key: "k")
        #expect(transfer.status == 201)
        #expect(transfer.body["status"] == "COMPLETED")
        let reference = try #require(transfer.body["reference"]?.string)
        #expect(try await test.ask(.get, "/api/transfers/\(reference)").body == transfer.body)
        #expect(try await test.balance() == 232_500)
        #expect(try await test.booksBalance())
    }

    @Test("a large payment costs a fee and is held")
    func heldPayment() async throws {
        let test = try await TestBank()
        let transfer = try await test.transfer(try await test.quote(200_000), key: "k")
        #expect(transfer.body["status"] == "HELD")
        #expect(transfer.body["fee"]?.int64 == 50)
        #expect(try await test.balance() == 44_950)
        #expect(try await test.booksBalance())
    }

    @Test("a close name is returned, and a different one is only reported as different")
    func names() async throws {
        let test = try await TestBank()
        func check(_ name: JSONValue) async throws -> JSONValue {
            try await test.ask(
                .post, "/api/payees/check", ["name": name, "sortCode": "040004", "accountNumber": "12345678"]
            ).body
        }
        #expect(try await check("A Stone")["suggestedName"] == "Amelia Stone")
        let stranger = try await check("Somebody Else")
        #expect(stranger["nameMatch"] == "noMatch")
        #expect(stranger["suggestedName"] == nil)
    }

    @Test(
        "invalid input names its fields",
        arguments: [
            (["name": "A", "sortCode": "04-00-04", "accountNumber": "12345678"], ["name"]),
            (
                ["name": "Amelia Stone", "sortCode": "04-00-0", "accountNumber": "1234567"],
                ["accountNumber", "sortCode"]
            ),
            (["name": "Amelia Stone", "sortCode": "0-40-004", "accountNumber": "12345678"], ["sortCode"]),
            (["name": "Amelia Stone", "sortCode": "٠٤٠٠٠٤", "accountNumber": "12345678"], ["sortCode"]),
            (["name": "Amelia\u{7}Stone", "sortCode": "040004", "accountNumber": "12345678"], ["name"]),
            (["name": 7, "sortCode": nil, "accountNumber": []], ["accountNumber", "name", "sortCode"]),
            ([:], ["accountNumber", "name", "sortCode"]),
            (["name": "Rowan Ellis", "sortCode": "401208", "accountNumber": "31926819"], ["accountNumber"]),
            (["name": "A B", "sortCode": "040004", "accountNumber": "12345678", "admin": true], ["admin"]),
        ] as [(JSONValue, [String])])
    func fieldErrors(body: JSONValue, fields: [String]) async throws {
        let answer = try await TestBank().ask(.post, "/api/payees/check", body)
        #expect(answer.status == 422)
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        #expect(answer.body["code"] == "VALIDATION_FAIL")
        #expect(answer.body["errors"]?.array?.compactMap { $0["field"]?.string } == fields)
    }

    @Test(
        "amounts are whole, positive, within the limit and within the balance",
        arguments: [
            (JSONValue.number(JSONNumber(1)), 201, nil), (.number(JSONNumber(245_000)), 422, "INSUFFICIENT_FUNDS"),
            (.number(JSONNumber(244_950)), 201, nil), (.number(JSONNumber(244_951)), 422, "INSUFFICIENT_FUNDS"),
            (0, 422, "VALIDATION_FAIL"), (-1, 422, "VALIDATION_FAIL"), ("100", 422, "VALIDATION_FAIL"),
            (.number(JSONNumber(1_000_000)), 422, "INSUFFICIENT_FUNDS"),
            (.number(JSONNumber(1_000_001)), 422, "LIMIT_EXCEEDED"),
            (.number(JSONNumber(Int64.max)), 422, "VALIDATION_FAIL"), (nil, 422, "VALIDATION_FAIL"),
        ] as [(JSONValue, Int, String?)])
    func amounts(amount: JSONValue, status: Int, code: String?) async throws {
        let test = try await TestBank()
        let payee = try await test.ask(.post, "/api/payees/check", TestBank.amelia).body["payeeId"]
        let body: JSONValue = ["payeeId": payee ?? .null, "amount": amount, "currency": "GBP"]
        let answer = try await test.ask(.post, "/api/quotes", body)
        #expect(answer.status == status)
        #expect(answer.body["code"]?.string == code)
    }

    @Test("amounts written as fractions or powers are refused", arguments: ["1.0", "1e2", "12.5"])
    func spelledAmounts(text: String) async throws {
        let test = try await TestBank()
        let payee = try await test.ask(.post, "/api/payees/check", TestBank.amelia).body["payeeId"]
        let number = try #require(JSONNumber(lexeme: text))
        let body: JSONValue = ["payeeId": payee ?? .null, "amount": .number(number), "currency": "GBP"]
        #expect(try await test.ask(.post, "/api/quotes", body).status == 422)
    }

    @Test(
        "requests without the token are refused",
        arguments: [
            nil, "", "x", "token-of-rowan2", "Token-Of-Rowan", "token-of-rowa", "token-of-rowan token-of-rowan",
        ])
    func tokens(token: String?) async throws {
        let test = try await TestBank()
        for (method, path) in [
            (HTTPMethod.get, "/api/accounts/current"), (.post, "/api/payees/check"), (.post, "/api/quotes"),
            (.get, "/api/quotes/x"), (.put, "/api/quotes/x/approval"), (.post, "/api/transfers"),
            (.get, "/api/transfers/x"),
        ] {
            let answer = try await test.ask(method, path, TestBank.amelia, token: token)
            #expect(answer.status == 401)
            #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
        }
    }

    @Test(
        "a body that is not one strict JSON object is refused",
        arguments: ["", "{", "[]", "null", #"{"quoteId":"a","quoteId":"b"}"#, "{}{}", "\u{FEFF}{}"])
    func malformed(text: String) async throws {
        let request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL("https://bank.localhost/api/transfers")),
            headers: [
                "Authorization": "Bearer \(TestBank.token)", "Content-Type": "application/json",
                "X-Idempotency-Key": "k",
            ], body: Array(text.utf8))
        #expect(await (try await TestBank()).service.handle(request).status == 400)
    }

    @Test("a body of another type is refused", arguments: ["application/x-www-form-urlencoded", "text/plain", nil])
    func mediaType(type: String?) async throws {
        var request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL("https://bank.localhost/api/payees/check")),
            headers: ["Authorization": "Bearer \(TestBank.token)"], body: TestBank.amelia.compactBytes)
        request.headers["Content-Type"] = type
        #expect(await (try await TestBank()).service.handle(request).status == 415)
    }

    @Test("unknown paths are not found", arguments: ["/api/quotes/quo_1", "/api/transfers/HB0000000000", "/api/x"])
    func notFound(path: String) async throws {
        #expect(try await TestBank().ask(.get, path).status == 404)
    }

    @Test("an expired or used quote moves no money")
    func deadQuotes() async throws {
        let clock = ManualWallClock()
        var dependencies = Dependencies.system
        dependencies.now = { clock.now }
        let test = try await TestBank(dependencies: dependencies)
        let used = try await test.quote(100)
        #expect(try await test.transfer(used, key: "a").status == 201)
        #expect(try await test.transfer(used, key: "b").body["code"] == "QUOTE_USED")
        let old = try await test.quote(100)
        clock.advance(seconds: 600)
        #expect(try await test.transfer(old, key: "c").body["code"] == "QUOTE_EXPIRED")
        #expect(try await test.balance() == 244_900)
        #expect(try await test.booksBalance())
    }

    @Test("two quotes that together exceed the balance cannot both be paid")
    func overdraft() async throws {
        let test = try await TestBank()
        let (first, second) = (try await test.quote(150_000), try await test.quote(150_000))
        #expect(try await test.transfer(first, key: "a").status == 201)
        #expect(try await test.transfer(second, key: "b").body["code"] == "INSUFFICIENT_FUNDS")
        #expect(try await test.balance() == 94_950)
        #expect(try await test.booksBalance())
    }
}
