import HSBCPartnerSDK
import HSBCPartnerTesting
import JourneyBase
import JourneyTesting
import Testing

/// How an app tests the journeys that it hosts; `docs/testing.md` shows the first.
@Suite("Hosting a journey, as an app tests it")
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

    @Test("a bank whose answer is lost has paid once, whatever is tried again")
    func lostAnswer() async throws {
        let sandbox = try BankSandbox(hurried: true)
        sandbox.bank.inject(.lostAnswer, into: "createTransfer")
        let result = try await sandbox.run(BankSandbox.transfer(1_250))
        #expect(result == .completed(payload: ["reference": "TX-1"]))
        #expect(sandbox.bank.transfers == 1 && sandbox.bank.balance == 498_750)
    }

    @Test("what the bank refuses, what the person refuses, and what the bank has stopped end as what they are")
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

    @Test("a manifest that somebody has changed after it was signed starts nothing")
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
        "the gateway asks for the token, says what became of calls to whom they are of, and lets a run go on in its manifest"
    )
    func gateway() async throws {
        let sandbox = try BankSandbox()
        let network = try await sandbox.transport()
        func ask(
            _ path: String, _ body: JSONValue? = nil, _ more: HTTPFields = [:], token: String = BankSandbox.contextToken
        )
            async throws -> (status: Int, body: JSONValue)
        {
            var headers: HTTPFields = ["Authorization": "Bearer \(token)"]
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
}
