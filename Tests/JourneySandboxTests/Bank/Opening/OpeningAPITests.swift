import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Opening an account")
struct OpeningAPITests {
    static let details: [String: JSONValue] = [
        "givenName": "Rowan", "familyName": "Ellis", "birthDate": "1990-03-14", "email": "rowan@example.com",
        "mobile": "07700 900123", "street": "1 Quay Street", "town": "Bristol", "postcode": "BS1 4SB",
        "taxResidence": "GB", "income": 32_500,
    ]

    private func document() throws -> JSONValue {
        let specimen = try #require(SandboxJourneys.specimenDocument)
        return ["kind": "passport", "mediaType": "image/png", "content": .string(Base64URL.encode(specimen))]
    }

    private func application(_ test: TestBank) async throws -> String {
        let answer = try await test.ask(.post, "/api/applications", ["productCode": "everyday"], key: "start")
        #expect(answer.status == 201)
        return "/api/applications/" + (try #require(answer.body["applicationId"]?.string))
    }

    /// Submits everything except what the applicant is asked for later.
    private func complete(_ path: String, _ test: TestBank, _ changes: [String: JSONValue] = [:]) async throws {
        let details = OpeningAPITests.details.merging(changes) { $1 }
        #expect(try await test.ask(.put, path + "/details", .object(details)).status == 200)
        #expect(try await test.ask(.put, path + "/document", document()).status == 200)
        let consents: JSONValue = ["terms": true, "privacy": true, "news": false]
        let answer = try await test.ask(.put, path + "/consents", consents)
        #expect(answer.status == 200 && answer.body["needed"] == [])
    }

    @Test("a complete application opens one account with no balance, and no second one for the same key")
    func opened() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        try await complete(path, test)
        let answer = try await test.ask(.post, path + "/submission", key: "k")
        #expect(answer.status == 201 && answer.body["status"] == "OPENED")
        #expect(answer.body["accountNumber"]?.string?.utf8.count == 8)
        #expect(try await test.ask(.post, path + "/submission", key: "k").body == answer.body)
        let again = try await test.ask(.post, path + "/submission", key: "other")
        #expect(again.status == 422 && again.body["code"] == "APPLICATION_DECIDED")
        #expect(try await test.ask(.put, path + "/details", .object(OpeningAPITests.details)).status == 422)
        let records = try await test.bank.applicationRecords()
        #expect(records.count == 1 && records.first?.balance == 0 && records.first?.documentIsWhole == true)
        // The signed-in user has the same account and balance as before.
        #expect(try await test.balance() == 245_000)
    }

    @Test("an application is created once per key")
    func once() async throws {
        let test = try await TestBank()
        #expect(try await application(test) == (try await application(test)))
        let other = try await test.ask(.post, "/api/applications", ["productCode": "saver"], key: "start")
        #expect(other.status == 422 && other.body["code"] == "IDEMPOTENCY_KEY_REUSED")
        #expect(try await test.ask(.post, "/api/applications", ["productCode": "saver"]).status == 400)
    }

    @Test("missing data is named, and no account is opened")
    func incomplete() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        let answer = try await test.ask(.post, path + "/submission", key: "k")
        #expect(answer.status == 422 && answer.body["code"] == "MORE_INFO")
        #expect(answer.body["needed"] == ["details", "document", "consents"])
        #expect(try await test.count("SELECT count(*) AS n FROM account WHERE customer LIKE 'customer-of-%'") == 0)
    }

    @Test("a high income needs an explanation, after which the same request is decided again")
    func moreInfo() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        try await complete(path, test, ["income": 100_001])
        for _ in 0..<2 {
            let asked = try await test.ask(.post, path + "/submission", key: "k")
            #expect(asked.status == 422 && asked.body["code"] == "MORE_INFO")
            #expect(asked.body["needed"] == ["sourceOfFunds"])
        }
        #expect(try await test.ask(.put, path + "/source-of-funds", ["sourceOfFunds": "ok"]).status == 422)
        #expect(try await test.ask(.put, path + "/source-of-funds", ["sourceOfFunds": "Pay"]).status == 200)
        #expect(try await test.ask(.post, path + "/submission", key: "k").body["status"] == "OPENED")
    }

    @Test("an income at the limit needs no explanation")
    func nearMiss() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        try await complete(path, test, ["income": 100_000])
        #expect(try await test.ask(.post, path + "/submission", key: "k").status == 201)
    }

    @Test(
        "a person on the watch list is held, also under a similar name, but not a namesake of another age",
        arguments: [
            ("Marek", "Halloran", "1961-04-02", true), ("Marek", "Halloren", "1961-04-02", true),
            ("Marek", "Halloran", "1961-04-03", false),
        ])
    func held(given: String, family: String, born: String, isHeld: Bool) async throws {
        let test = try await TestBank()
        let path = try await application(test)
        let who: [String: JSONValue] = [
            "givenName": .string(given), "familyName": .string(family), "birthDate": .string(born),
        ]
        try await complete(path, test, who)
        let answer = try await test.ask(.post, path + "/submission", key: "k")
        #expect((answer.body["code"] == "COMPLIANCE_HOLD") == isHeld)
        #expect(answer.status == (isHeld ? 422 : 201))
        #expect(answer.body["reference"]?.string?.hasPrefix("HA") == true)
        #expect(try await test.ask(.get, path).body["status"] == (isHeld ? "COMPLIANCE_HOLD" : "OPENED"))
        // A hold took effect: a client without the answer must not be told otherwise.
        let settled = try await test.ask(.post, "/api/settlements", ["key": "k"])
        #expect(settled.body == ["state": "done", "body": answer.body])
    }

    @Test("an account opened by another customer is a valid payee")
    func newAccountAsPayee() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        try await complete(path, test, [:])
        let opened = try await test.ask(.post, path + "/submission", key: "k").body
        #expect(opened["status"] == "OPENED")
        func check(_ sortCode: JSONValue?, _ number: JSONValue?) async throws -> Int {
            try await test.ask(
                .post, "/api/payees/check",
                ["name": "Somebody", "sortCode": sortCode ?? .null, "accountNumber": number ?? .null]
            ).status
        }
        #expect(try await check(opened["sortCode"], opened["accountNumber"]) == 200)
        let own = try await test.ask(.get, "/api/accounts/current").body
        #expect(try await check(own["sortCode"], own["accountNumber"]) == 422)
    }

    @Test("every invalid field is named in the customer's language")
    func faults() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        let wrong = OpeningAPITests.details.mapValues { _ in JSONValue.string("?") }
        for (language, sentence) in [("en", "18 or older"), ("ar-EG", "عمرك")] {
            let answer = try await test.ask(.put, path + "/details", .object(wrong), language: language)
            #expect(answer.status == 422)
            let errors = answer.body["errors"]?.array ?? []
            #expect(Set(errors.compactMap { $0["field"]?.string }) == Set(OpeningAPITests.details.keys))
            let birth = errors.first { $0["field"] == "birthDate" }?["detail"]?.string
            #expect(birth?.contains(sentence) == true)
        }
        #expect(try await test.ask(.get, path).body["needed"]?.array?.first == "details", "nothing of it was kept")
    }

    @Test(
        "an unreadable picture is refused",
        arguments: [
            ("image/png", "not base64!"), ("image/png", ""), ("image/png", "AAAA"), ("image/jpeg", nil),
            ("text/html", nil),
        ])
    func pictures(type: String, content: String?) async throws {
        let test = try await TestBank()
        let path = try await application(test)
        var body = try document().object ?? [:]
        body["mediaType"] = .string(type)
        if let content { body["content"] = .string(content) }
        #expect(try await test.ask(.put, path + "/document", .object(body)).status == 422)
        #expect(try await test.count("SELECT count(*) AS n FROM document") == 0)
    }

    @Test("required consents must be given, and marketing may be refused")
    func consents() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        let refused: JSONValue = ["terms": true, "privacy": false, "news": true]
        let answer = try await test.ask(.put, path + "/consents", refused)
        #expect(answer.status == 422)
        #expect(answer.body["errors"]?.array?.compactMap { $0["field"]?.string } == ["privacy"])
    }

    @Test("an application is accessible only with its customer's token")
    func others() async throws {
        let test = try await TestBank()
        let path = try await application(test)
        #expect(try await test.ask(.get, path, token: "another").status == 401)
        #expect(try await test.ask(.get, "/api/applications/app_0").status == 404)
        let body = try await test.ask(.get, path).body
        #expect(
            Set(body.object.map { Array($0.keys) } ?? []) == [
                "applicationId", "status", "reference", "productCode", "productName", "needed",
            ], "and nothing of the person is ever told again")
    }

    @Test("offered accounts have names in both languages")
    func products() async throws {
        let test = try await TestBank()
        for (language, name) in [("en", "Everyday account"), ("ar", "الحساب الجاري")] {
            let products = try await test.ask(.get, "/api/products", language: language).body["products"]?.array
            #expect(products?.count == Product.allCases.count)
            #expect(products?.first?["name"] == .string(name))
        }
    }
}
