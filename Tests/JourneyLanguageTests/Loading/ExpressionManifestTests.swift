import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Manifests of version 1.3")
struct ExpressionManifestTests {
    private static let call = "steps form bindings 0 call"
    private static let binding = "steps form bindings 0"

    private func journey(_ manifest: JSONValue = TestManifest13.manifest) async throws -> Journey {
        try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI)
    }

    private func payment(_ journey: Journey) throws -> Binding {
        try #require(journey.steps[journey.startStep]?.bindings.first)
    }

    @Test("1.3 has expressions for guards, arguments, outputs and results, and declared call effects")
    func loads() async throws {
        let journey = try await journey()
        #expect(journey.version == .v13)
        let payment = try payment(journey)
        #expect(payment.effect == .keyed && payment.movesMoney && payment.carriesKey && payment.mayRepeat)
        #expect(payment.keyPlacement?.place == .header("PayPal-Request-Id"))
        #expect(payment.outputs == ["reference": .string, "isDone": .boolean, "extra": .object])
    }

    @Test("expressions build the call's body, read its answer, decide transitions and give the result")
    func runs() async throws {
        var player = Player(try await journey())
        player.page("submit", ["amount": "165.8", "iban": "DE02", "note": ""])
        let call = try #require(player.calls.last)
        #expect(
            JSONValue.object(call.arguments).compactText
                == #"{"amount":{"currency":"EUR","value":"165.80"},"creditor":{"iban":"DE02"},"notes":[],"scheme":"sepa","urgent":false}"#
        )
        let placed = call.placing("k-1")
        #expect(placed.header?.name == "PayPal-Request-Id" && placed.header?.value == "k-1")
        let answer: JSONValue = ["Data": ["PaymentId": "P-7", "Status": "BOOKED", "Extra": ["a": 1]]]
        player.play(.callFinished(call.id, .success(status: 201, body: answer)))
        guard case .completed(let result)? = player.ends.first else {
            Issue.record("\(player.ends)")
            return
        }
        #expect(result == ["reference": "P-7", "note": "Paid P-7"])
    }

    @Test(
        "a call whose expression has no value fails before it is sent, with code and location",
        arguments: [
            (["amount": "165.805", "iban": "DE02", "note": ""], "EXPRESSION_NUMBER"),
            (["amount": "1", "note": ""], "EXPRESSION_MISSING"), (["amount": 1, "iban": 2, "note": ""], nil),
            (["amount": "1,50", "iban": "DE02", "note": ""], "EXPRESSION_VALUE"),
        ] as [(JSONValue, String?)])
    func failures(payload: JSONValue, code: String?) async throws {
        var player = Player(try await journey())
        player.page("submit", payload)
        guard let code else {
            // Of the wrong type for the schema: the operation refuses it before it is sent.
            let call = try #require(player.calls.last)
            #expect(throws: JourneyError.self) {
                _ = try call.binding.operation.request(
                    arguments: call.arguments, headers: ["PayPal-Request-Id": "k"])
            }
            return
        }
        #expect(player.calls.isEmpty)
        #expect(player.end == "failed VALIDATION_FAIL", "\(code)")
    }

    @Test("session.now is the run's time")
    func now() async throws {
        let manifest = TestManifest13.manifest.setting(
            "steps form bindings 0 in scheme", to: "session.now < timestamp('2027-01-01T00:00:00Z') ? 'sepa' : 'new'")
        for (seconds, scheme) in [(1_780_000_000, "sepa"), (1_830_000_000, "new")] as [(Int64, String)] {
            var player = Player(try await journey(manifest))
            player.now = ExpressionTimestamp(seconds: seconds)
            player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
            #expect(try #require(player.calls.last).arguments["scheme"]?.string == scheme)
        }
    }

    @Test("a key is placed in quotes or in a member of the body")
    func keys() async throws {
        let quoted = TestManifest13.manifest.setting(
            "\(Self.call) key", to: ["header": "PayPal-Request-Id", "form": "quoted", "windowMs": 1_000])
        var player = Player(try await journey(quoted))
        player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
        #expect(try #require(player.calls.last).placing("k-1").header?.value == "\"k-1\"")
        let inBody = TestManifest13.manifest.setting("\(Self.call) key", to: ["body": "/requestId", "windowMs": 1_000])
            .setting("\(Self.call) headers", to: ["PayPal-Request-Id": "'fixed'"])
        player = Player(try await journey(inBody))
        player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
        let placed = try #require(player.calls.last).placing("k-2")
        #expect(placed.header == nil && placed.arguments["requestId"] == "k-2")
    }

    @Test(
        "an invalid 1.3 manifest is refused with its location",
        arguments: [
            ("\(call) effect", nil, "effect"), ("\(call) movesMoney", nil, "movesMoney"),
            ("\(call) effect", "twice", "'keyed'"), ("\(call) effect", "once", "keyed"),
            ("\(call) key", nil, "key"), ("\(call) key", ["windowMs": 5], "header or body"),
            ("\(call) key header", "Authorization", "must not set"), ("\(call) key maxLength", 20, "maxLength"),
            ("\(call) key windowMs", nil, "windowMs"), ("\(call) key form", "loud", "'quoted'"),
            ("\(call) argsFrom", "form", "unknown member"),
            ("\(binding) in body", "{'amount': {'value': '1', 'curency': 'EUR'}}", "'curency'"),
            ("\(binding) in body", "{'amount': {'value': '1', 'currency': 'EUR'}}", "'creditor'"),
            (
                "\(binding) in body",
                "{'amount': {'value': 1, 'currency': 'EUR'}, 'creditor': {'iban': ''}}",
                "int, but must be string, at byte 21"
            ),
            (
                "\(binding) in body",
                "{'amount': {'value': '1', 'currency': true ? 'EUR' : null}, 'creditor': {'iban': ''}}", "null"
            ),
            (
                "\(binding) in body",
                "{'amount': {'value': '1', 'currency': 'EUR'}, 'creditor': {'iban': ''}, 'notes': ['a', 2]}", "int"
            ),
            ("\(binding) in scheme", "payload.a +", "EXPRESSION_SYNTAX"), ("\(binding) in scheme", nil, "scheme"),
            ("\(binding) in nope", "1", "nope"), ("\(binding) in PayPal-Request-Id", "'x'", "already sets"),
            ("\(binding) in scheme", "steps.nope.x", "'nope'"), ("\(binding) in scheme", "steps.form.nope", "'nope'"),
            ("\(binding) out reference", "result.Data.PaymentID", "'reference'"),
            ("\(binding) out extra", "result.Data.Extra", "type"),
            ("\(binding) out isDone", ["type": "string", "value": "result.Data.Status == 'x'"], "bool"),
            ("steps form on paid 0 guard", "result.reference == 5", "never equal"),
            ("steps form on paid 0 guard", "result.nope", "'nope'"),
            ("steps form on paid 0 guard", "result.reference", "bool"),
            ("steps done result reference", "5", "reference"), ("steps done result note", "steps.form.", "note"),
        ] as [(String, JSONValue?, String)])
    func refusals(path: String, value: JSONValue?, wanted: String) async throws {
        let manifest = TestManifest13.manifest.setting(path, to: value)
        let refusal = try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    @Test("an effect is declared only for POST, not for GET")
    func reads() async throws {
        let read: JSONValue = [
            "onEvent": "look", "call": ["operationId": "list"],
            "out": ["all": ["type": "array", "value": "result.all"]],
        ]
        let manifest = TestManifest13.manifest.setting("\(Self.binding)", to: read)
            .setting("steps form on", to: [:]).setting("steps done result", to: ["reference": "payload.reference"])
        #expect(try await journey(manifest).steps.count == 3)
        let refused = try await TestManifest.refusal(
            manifest.setting("\(Self.call) effect", to: "read"), openAPI: TestManifest13.openAPI)
        #expect(refused?.message.contains("only for POST") == true)
    }

    @Test("declared effects distinguish calls sent once from repeatable ones", arguments: CallEffect.allCases)
    func effects(effect: CallEffect) async throws {
        guard effect != .keyed, effect != .read else { return }
        let manifest = TestManifest13.manifest.setting("\(Self.call) effect", to: .string(effect.rawValue))
            .setting("\(Self.call) key", to: nil)
            .setting("\(Self.call) headers", to: ["PayPal-Request-Id": "'fixed'"])
        let payment = try payment(try await journey(manifest))
        #expect(!payment.carriesKey && payment.mayRepeat == (effect == .idempotent))
        var player = Player(try await journey(manifest))
        player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
        let call = try #require(player.calls.last)
        #expect(call.mayMoveMoney && call.isTracked && call.placing("k").header == nil)
        let retried = manifest.setting("\(Self.binding) retry", to: [["on": ["NET_TIMEOUT"], "max": 1]])
        let refusal = try await TestManifest.refusal(retried, openAPI: TestManifest13.openAPI)
        #expect((refusal == nil) == (effect == .idempotent))
    }

    @Test("1.1 and 1.2 are unchanged: no expression guards, and 1.3 members are unknown")
    func others() async throws {
        let manifest = TestManifest.manifest
        let journey = try await TestManifest.journey(manifest)
        #expect(journey.version == .v12)
        for step in journey.steps.values {
            for transition in step.transitions.values.joined() {
                if case .expression? = transition.guardExpression { Issue.record("\(step.id)") }
            }
            #expect(step.bindings.allSatisfy { !$0.declaresEffects && $0.keyPlacement == nil })
        }
    }
}

@Suite("Bodies of published bank flows", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
struct PublishedBodyTests {
    @Test(
        "the bodies fit their operations' schemas, and near misses do not",
        arguments: [
            ("uk-domestic-payment-3.1.11", "\"Currency\":", "\"Curency\":"),
            ("uk-domestic-payment-3.1.11", "\"Amount\": payload.amount", "\"Amount\": 5"),
            (
                "uk-domestic-payment-3.1.11", "\"Risk\": {\"PaymentContextCode\": \"TransferToThirdParty\"}",
                "\"Risk\": []"
            ),
        ])
    func bodies(flow: String, part: String, other: String) throws {
        let flows = try #require(try JSONReader.read(try Vectors.bytes("bank-apis/flows.json")).array)
        let found = try #require(flows.first { $0["flow"]?.string == flow })
        let document = try Vectors.bytes("bank-apis/\(found["document"]?.string ?? "")")
        let call = try #require(found["calls"]?[0])
        let id = try #require(call["operationId"]?.string)
        let resolver = try TestDocument.resolver(document)
        let operation = try resolver.operation(id, at: Reading(.string(id), path: "call", code: .manifestInvalid))
        let shape = try #require(resolver.shapes(of: operation).body)
        let source = try #require(call["body"]?["expression"]?.string)
        let environment = ExpressionEnvironment()
        #expect(try Expression(compiling: source, in: environment).faults(against: shape, in: environment) == [])
        let changed = source.replacing(part, with: other)
        #expect(changed != source)
        #expect(try Expression(compiling: changed, in: environment).faults(against: shape, in: environment) != [])
    }
}
