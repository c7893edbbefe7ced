import HSBCPartnerSDK
import HSBCPartnerTesting
import JourneyBase
import JourneyTesting
import Testing

/// How an app tests the journeys that it hosts; `docs/guides/testing.md` shows the first.
@Suite("Hosting a journey in an app's tests")
struct BankExamples {
    @Test("a transfer is made, once, and the app gets its one result")
    func transfers() async throws {
        let sandbox = try BankSandbox(balance: 500_000)
        let result = try await sandbox.run(BankSandbox.transfer(1_250))
        #expect(result == .completed(payload: ["reference": "TX-1"]))
        #expect(sandbox.bank.transfers == 1 && sandbox.bank.balance == 498_750)
        try sandbox.events.expectInOrder(["journey_begin", "step_enter", "api_call", "result"])
        try sandbox.events.expectNowhere(BankSandbox.contextToken)
    }

    @Test("a large transfer is held, and the result is pending")
    func held() async throws {
        let sandbox = try BankSandbox(balance: 2_000_000)
        #expect(try await sandbox.run(BankSandbox.transfer(1_000_000)) == .pending(payload: ["reference": "TX-1"]))
        // Put aside until somebody has looked: the account has it no more.
        #expect(sandbox.bank.balance == 999_950 && sandbox.bank.transfers == 1)
    }

    @Test("a bank whose response is lost pays once despite retries")
    func lostAnswer() async throws {
        let sandbox = try BankSandbox(hurried: true)
        sandbox.bank.inject(.lostAnswer, into: "createTransfer")
        let result = try await sandbox.run(BankSandbox.transfer(1_250))
        #expect(result == .completed(payload: ["reference": "TX-1"]))
        #expect(sandbox.bank.transfers == 1 && sandbox.bank.balance == 498_750)
    }

    @Test("a failed biometric check and a stopped journey end with their own codes")
    func refusals() async throws {
        let shut = try BankSandbox()
        shut.sensor(.unavailable)
        guard case .failed(let code, _, _) = try await shut.run(BankSandbox.transfer(1_250)) else {
            return #expect(Bool(false), "it was paid")
        }
        #expect(code == "SCA_REQUIRED" && shut.bank.transfers == 0)
        var stopped = try BankSandbox()
        stopped.isStopped = true
        guard case .failed(let why, _, _) = try await stopped.run(BankSandbox.transfer(1_250)) else {
            return #expect(Bool(false), "it ran")
        }
        #expect(why == "JOURNEY_DISABLED")
        var stranger = try BankSandbox()
        stranger.params.contextToken = Secret(copying: "other".utf8)
        guard case .failed(let refusal, _, _) = try await stranger.run(BankSandbox.transfer(1_250)) else {
            return #expect(Bool(false), "a stranger was let in")
        }
        #expect(refusal == "AUTH_EXPIRED" && stranger.bank.transfers == 0)
        let closed = try BankSandbox()
        let result = try await closed.run { page in
            try await page.connect()
            try await page.emit("cancel")
        }
        #expect(result == .cancelled)
    }

    @Test("a manifest whose bundle was changed after signing starts nothing")
    func changed() async throws {
        var sandbox = try BankSandbox()
        // The bundle is another than the one that the manifest signs.
        sandbox.openAPI.append(UInt8(ascii: " "))
        guard case .failed(let code, _, _) = try await sandbox.run(BankSandbox.transfer(1)) else {
            return #expect(Bool(false), "it ran")
        }
        #expect(code == "OAPI_HASH")
    }

    @Test(
        "the gateway requires the token, reconciles calls of their owner, and resumes within the manifest"
    )
    func gateway() async throws {
        let sandbox = try BankSandbox()
        let network = try await sandbox.transport()
        func ask(
            _ path: String, _ body: JSONValue? = nil, _ more: HTTPFields = [:], token: String = BankSandbox.contextToken
        )
            async throws -> (status: Int, body: JSONValue)
        {
            var headers: HTTPFields = [
                "Authorization": "Bearer \(token)", "X-Partner-Id": "partner-1", "X-Client-Id": "client-1",
            ]
            headers["Content-Type"] = body.map { _ in "application/json" }
            let url = try #require(HTTPSURL("https://gateway.example\(path)"))
            let answer = try await network.send(
                HTTPRequest(
                    method: body == nil ? .get : .post, url: url, headers: headers.overridden(by: more),
                    body: body?.compactBytes ?? []), options: HTTPOptions())
            return (answer.status, (try? JSONReader.read(answer.body)) ?? .null)
        }
        let journey = "/journeys/money-transfer"
        #expect(try await ask("\(journey)/manifest.json").status == 200)
        #expect(try await ask("\(journey)/manifest.json", token: "other").status == 401)
        #expect(try await ask("\(journey)/openapi.json", token: "other").status == 200)
        #expect(try await ask("/journeys/other/manifest.json").body["code"] == "JOURNEY_UNKNOWN")
        let keys: JSONValue = ["keys": ["never-seen"]]
        let withdrawn = try await ask("\(journey)/settlements", keys).body
        #expect(withdrawn == ["settlements": [["key": "never-seen", "state": "withdrawn"]]])
        let strangers = try await ask("\(journey)/settlements", keys, ["X-Bank-Authorization": "Bearer other"]).body
        #expect(strangers == ["settlements": [["key": "never-seen", "state": "unknown"]], "asked": "grant"])
        for (body, status) in [([:], 400), (["keys": []], 400), (["keys": [5]], 400)] as [(JSONValue, Int)] {
            #expect(try await ask("\(journey)/settlements", body).status == status)
        }
        #expect(try await ask("\(journey)/settlements", keys, token: "other").status == 401)
        #expect(try await ask("\(journey)/settlements", keys, ["Content-Type": "text/plain"]).status == 415)
        for (body, status) in [
            (["step": "form"], 400), (["step": "form", "manifestHash": "other"], 409),
        ] as [(JSONValue, Int)] {
            #expect(try await ask("\(journey)/resume", body).status == status)
        }
    }

    /// Asks the bank itself: the status, the code and the members that are wrong.
    private static func ask(
        _ sandbox: BankSandbox, _ path: String, _ body: JSONValue, key: String? = nil,
        token: String = BankSandbox.contextToken, type: String? = "application/json"
    ) async throws -> (said: String, body: JSONValue) {
        var headers: HTTPFields = ["Authorization": "Bearer \(token)"]
        headers["Content-Type"] = type
        headers["X-Idempotency-Key"] = key
        let url = try #require(HTTPSURL("https://bank.example/api/" + path))
        let answer = await sandbox.bank.handle(
            HTTPRequest(method: .post, url: url, headers: headers, body: body.compactBytes))
        let value = (try? JSONReader.read(answer.body)) ?? .null
        let fields = (value["errors"]?.array ?? []).compactMap { $0["field"]?.string }
        return (
            ["\(answer.status)", value["code"]?.string].compactMap(\.self).joined(separator: " ")
                + fields.map { " " + $0 }.joined(), value
        )
    }

    @Test("the bank validates requests and names the wrong member")
    func forms() async throws {
        let sandbox = try BankSandbox(balance: 245_000)
        for amount in [0, -1, "5", nil, true] as [JSONValue] {
            #expect(try await Self.ask(sandbox, "quotes", ["amount": amount]).said == "422 VALIDATION_FAIL amount")
        }
        for (amount, said) in [
            (1_000_001, "422 LIMIT_EXCEEDED amount"), (1_000_000, "422 INSUFFICIENT_FUNDS amount"),
            (244_951, "422 INSUFFICIENT_FUNDS amount"), (244_950, "201"),
        ] as [(JSONValue, String)] {
            #expect(try await Self.ask(sandbox, "quotes", ["amount": amount]).said == said)
        }
        #expect(try await Self.ask(sandbox, "quotes", ["amount": 5, "note": ""]).said == "422 VALIDATION_FAIL note")
        #expect(try await Self.ask(sandbox, "quotes", ["amount": 5], type: "text/plain").said == "415 MEDIA_TYPE")
        #expect(try await Self.ask(sandbox, "quotes", ["amount": 5], type: nil).said == "415 MEDIA_TYPE")
        #expect(try await Self.ask(sandbox, "quotes", []).said == "400 MALFORMED_JSON")
        #expect(try await Self.ask(sandbox, "quotes", ["amount": 5], token: "other").said == "401 AUTH_EXPIRED")
        #expect(try await Self.ask(sandbox, "nothing", [:]).said == "404 NOT_FOUND")
        for key in [nil, "", "a b", "ä", String(repeating: "k", count: 256)] {
            let said = try await Self.ask(sandbox, "transfers", ["quoteId": "quo_1"], key: key).said
            #expect(said == "400 IDEMPOTENCY_KEY_MISSING")
        }
        for body in [[:], ["quoteId": 5], ["quoteId": "a-b"]] as [JSONValue] {
            #expect(try await Self.ask(sandbox, "transfers", body, key: "k").said == "422 VALIDATION_FAIL quoteId")
        }
        #expect(sandbox.bank.transfers == 0 && sandbox.bank.balance == 245_000)
    }

    @Test("a key always gets the same answer, and a payment settled as not done is not made later")
    func keys() async throws {
        let sandbox = try BankSandbox(balance: 245_000)
        func quote(_ amount: Int64) async throws -> JSONValue {
            try #require(
                try await Self.ask(sandbox, "quotes", ["amount": .number(JSONNumber(amount))]).body["quoteId"])
        }
        func pay(_ quote: JSONValue, _ key: String) async throws -> String {
            try await Self.ask(sandbox, "transfers", ["quoteId": quote], key: key).said
        }
        func settle(_ key: String) async throws -> String? {
            try await Self.ask(sandbox, "settlements", ["key": .string(key)]).body["state"]?.string
        }
        let (one, two) = (try await quote(1_000), try await quote(2_000))
        #expect(try await pay("quo_1", "u") == "404 QUOTE_UNKNOWN")
        #expect(try await pay(one, "k") == "201")
        #expect(try await pay(one, "k") == "201")
        #expect(try await pay(two, "k") == "422 IDEMPOTENCY_KEY_REUSED")
        #expect(try await pay(one, "k2") == "422 QUOTE_USED")
        #expect(sandbox.bank.balance == 244_000 && sandbox.bank.transfers == 1)
        #expect(try await settle("k") == "done")
        #expect(try await settle("k2") == "withdrawn")
        #expect(try await settle("late") == "withdrawn")
        #expect(try await pay(two, "late") == "422 KEY_WITHDRAWN")
        #expect(try await pay(try await quote(200_000), "held") == "201")
        #expect(try await settle("held") == "done")
        let (three, four) = (try await quote(100), try await quote(100))
        sandbox.time.pass(599)
        #expect(try await pay(three, "three") == "201")
        sandbox.time.pass(1)
        #expect(try await pay(four, "four") == "422 QUOTE_EXPIRED")
    }
}
