import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("Records of a state machine")
struct MachineRecorderTests {
    private static func machine(_ openAPI: JSONValue = TestManifest.openAPI) throws -> StateMachine {
        let document = try JourneyLoader.read(TestManifest.manifest.compactBytes)
        let journey = try JourneyBuilder.journey(
            try ManifestHead(document), hash: try document.canonicalForm(), openAPI: openAPI.compactBytes)
        return StateMachine(journey: journey, fingerprintKey: Secret(count: 32) { _ in })
    }

    @Test("a recorded event has the same effects, and its lines end with the state")
    func handled() throws {
        var (plain, traced) = (try Self.machine(), try Self.machine())
        var recorder = MachineRecorder()
        recorder.begin(&traced)
        #expect(traced.isTraced && !plain.isTraced)
        for event in [
            StateMachine.Event.start, .pageOpened(visit: 1), .page(name: "submit", payload: ["amount": 5]),
            .native(visit: 2, .success([:])),
        ] {
            let expected = plain.handle(event)
            let (effects, record) = recorder.handle(event, by: &traced)
            #expect(effects.count == expected.count)
            #expect(record.lines.first?["kind"] == "input" && record.lines.last?["kind"] == "state")
            #expect(record.lines.last?["step"] == .string(plain.currentStep.rawValue))
        }
        let (_, last) = recorder.handle(.closed, by: &traced)
        #expect(last.lines.first?["input"] == "closed")
    }

    @Test("a guard has the values that it read, and secrets in payloads are hidden there too")
    func guards() throws {
        var machine = try Self.machine()
        var recorder = MachineRecorder()
        recorder.begin(&machine)
        _ = recorder.handle(.start, by: &machine)
        _ = recorder.handle(.pageOpened(visit: 1), by: &machine)
        let (_, record) = recorder.handle(
            .page(name: "submit", payload: ["amount": 5, "pin": "9182", "note": "my pin is 9182"]), by: &machine)
        let condition = try #require(record.lines.first { $0["kind"] == "guard" })
        #expect(condition["paths"] == [["path": "payload.amount", "value": 5]] && condition["value"] == true)
        #expect(record.lines.first?["payload"] == ["amount": 5, "pin": "•••", "note": "my pin is •••"])
        #expect(!JSONValue.array(record.lines).compactText.contains("9182"))
    }

    @Test(
        "an exchange shows its message, and hides credentials by header, name and address",
        arguments: [
            ("Authorization", "Bearer abcdefgh", "•••"), ("Cookie", "a=b", "•••"), ("X-Anything", "x", "•••"),
            ("Content-Type", "application/json", "application/json"), ("X-Idempotency-Key", "k-1", "k-1"),
        ])
    func headers(name: String, value: String, shown: String) throws {
        var recorder = MachineRecorder()
        let url = try #require(HTTPSURL("https://bank.example/a?access_token=t-1&page=2"))
        var request = HTTPRequest(method: .post, url: url, headers: [name: value])
        request.headers["Content-Type"] = "application/json"
        request.body = Array(#"{"amount":5,"password":"hunter22"}"#.utf8)
        let response = HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"],
            body: Array(#"{"echo":"hunter22","refresh_token":"r"}"#.utf8))
        let line = recorder.line(
            of: TracedExchange(
                operation: "other", attempt: 1, request: request, response: response, error: nil, took: .milliseconds(7)
            ))
        #expect(line["request"]?["headers"]?[name] == .string(shown))
        #expect(line["request"]?["url"] == "https://bank.example/a?access_token=•••&page=2")
        #expect(line["request"]?["body"] == ["amount": 5, "password": "•••"])
        #expect(line["response"]?["body"] == ["echo": "•••", "refresh_token": "•••"])
        #expect(line["milliseconds"] == 7)
    }

    @Test("a long text is cut, other bodies are named by type and length, and signed documents by their hash")
    func bodies() throws {
        var recorder = MachineRecorder()
        let url = try #require(HTTPSURL("https://bank.example/a"))
        func line(_ operation: String, _ body: [UInt8], _ type: String) -> JSONValue {
            recorder.line(
                of: TracedExchange(
                    operation: operation, attempt: 1, request: HTTPRequest(url: url),
                    response: HTTPResponse(status: 200, headers: ["Content-Type": type], body: body), error: nil,
                    took: .zero))
        }
        let long = Array(#"{"picture":""#.utf8) + [UInt8](repeating: 0x41, count: 5_000) + Array(#""}"#.utf8)
        let cut = line("upload", long, "application/json")["response"]?["body"]?["picture"]?.string
        #expect(cut?.hasSuffix("… (5000 characters)") == true && cut?.utf8.count ?? 0 < 300)
        #expect(line("upload", [1, 2, 3], "image/png")["response"]?["body"] == ["bytes": 3, "type": "image/png"])
        let hash = Hex.encode(SHA256.hash(Array("{}".utf8)))
        #expect(
            line("manifest", Array("{}".utf8), "application/json")["response"]?["body"] == [
                "bytes": 2, "sha256": .string(hash),
            ])
    }

    @Test(
        "a secret is hidden beside a scalar that combines with it, and a guard's path with a secret name has no value")
    func combined() throws {
        var mask = SecretMask()
        _ = mask.masked(["pin": "91827"])
        #expect(mask.covered("\u{600}91827\u{301}") == "\u{600}•••\u{301}")
        #expect(mask.covered("9182") == "9182")
        var recorder = MachineRecorder()
        let manifest = TestManifest.manifest.setting(
            "steps form on submit", to: [["guardExpr": "payload.pin == \"123\"", "to": "confirm"], [:]])
        let document = try JourneyLoader.read(manifest.compactBytes)
        let journey = try JourneyBuilder.journey(
            try ManifestHead(document), hash: try document.canonicalForm(), openAPI: TestManifest.openAPI.compactBytes)
        var machine = StateMachine(journey: journey, fingerprintKey: Secret(count: 32) { _ in })
        recorder.begin(&machine)
        _ = recorder.handle(.start, by: &machine)
        _ = recorder.handle(.pageOpened(visit: 1), by: &machine)
        let (_, record) = recorder.handle(.page(name: "submit", payload: ["pin": "124"]), by: &machine)
        let condition = try #require(record.lines.first { $0["kind"] == "guard" })
        #expect(condition["paths"] == [["path": "payload.pin", "value": "•••"]] && condition["value"] == false)
    }
}
