import JourneyBase
import Testing

@testable import JourneyLanguage

/// What calls of 1.3 read of responses, and how they are decided.
@Suite("Responses, polls and status queries of 1.3")
struct ReplyManifestTests {
    private static let binding = "steps form bindings 0"
    private static let status: JSONValue = [
        "operationId": "list", "everyMs": 3_000, "maxMs": 60_000,
        "until": "status == 200 && headers['x-state'] == 'end'", "done": "result.done == true",
        "out": [
            "reference": ["type": "string", "value": "result.id"],
            "isDone": ["type": "boolean", "value": "result.done"],
            "extra": ["type": "object", "value": "result"],
        ],
    ]

    private static let manifest = TestManifest13.manifest
        .setting("\(binding) call answerHeaders", to: ["Auth-Param1", "X-State"])
        .setting(
            "\(binding) outOnError",
            to: [
                "challenge": "headers.`auth-param1`", "status": "status",
                "issue": ["type": "string", "value": "result.details[0].issue"],
            ]
        )
        .setting(
            "steps form on refused",
            to: [["guard": "has(result.challenge) && result.status == 401", "to": "done"], ["to": "failed"]]
        )
        .setting("\(binding) status", to: status)
        .setting("steps done result", to: ["reference": "steps.form.challenge", "issue": "steps.form.issue"])

    private func journey(_ manifest: JSONValue = manifest) async throws -> Journey {
        try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI)
    }

    private func player(_ manifest: JSONValue = manifest) async throws -> (Player, PendingCall) {
        var player = Player(try await journey(manifest))
        player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
        return (player, try #require(player.calls.last))
    }

    private func refused(
        _ call: PendingCall, status: Int, _ headers: HTTPFields, _ body: JSONValue
    ) -> StateMachine.Event {
        let response = HTTPResponse.json(body, status: status, headers: headers)
        return .callFinished(
            call.id,
            .failure(
                JourneyError(.authExpired, "No."), status: status,
                reply: CallReply(response, headers: call.binding.answerHeaders, body: body)))
    }

    @Test("an error's header, status and body become outputs, and the result of the event")
    func errors() async throws {
        var (player, call) = try await player()
        #expect(call.binding.answerHeaders == ["auth-param1", "x-state"])
        player.play(
            refused(call, status: 401, ["AUTH-PARAM1": "abc"], ["details": [["issue": "SCA"]], "more": [1, 2]]))
        guard case .completed(let result)? = player.ends.first else {
            Issue.record("\(player.ends)")
            return
        }
        #expect(result == ["reference": "abc", "issue": "SCA"])
    }

    @Test("what is missing, of another type, too long or not ASCII is left out")
    func missing() async throws {
        for (headers, body) in [
            ([:], [:]), (["Auth-Param1": String(repeating: "a", count: 4_097)], [:]), (["Auth-Param1": "é"], [:]),
        ] as [(HTTPFields, JSONValue)] {
            var (player, call) = try await player()
            player.play(refused(call, status: 401, headers, body))
            #expect(player.end == "failed AUTH_EXPIRED")
        }
        var (player, call) = try await player()
        player.play(refused(call, status: 401, ["Auth-Param1": "a"], ["details": [["issue": 5]]]))
        guard case .completed(let result)? = player.ends.first else {
            Issue.record("\(player.ends)")
            return
        }
        #expect(result == ["reference": "a"])
    }

    @Test("fields of one name are joined, and only declared headers are known")
    func headers() {
        var response = HTTPResponse(status: 200)
        response.headers.add("X-A", "1")
        response.headers.add("x-a", "2")
        response.headers.add("X-B", "3")
        #expect(CallReply(response, headers: ["x-a", "x-c"]).headers == ["x-a": "1, 2"])
    }

    @Test("a status query has the call's outputs, and arguments of the same event")
    func query() async throws {
        let (_, call) = try await player()
        #expect(call.queryArguments == [:])
        let query = try #require(call.binding.statusQuery)
        var reply = CallReply(status: 200, headers: ["x-state": "end"])
        #expect(query.poll.isOver([:], reply) && query.isDone(["done": true], reply) == true)
        #expect(query.isDone(["done": false], reply) == false && query.isDone([:], reply) == nil)
        #expect(!query.poll.isOver([:], CallReply(status: 200)))
        reply.isFromQuery = true
        #expect(call.binding.readable(in: ["id": "P", "done": true], reply)["reference"] == "P")
    }

    @Test(
        "are refused with the place of what is wrong",
        arguments: [
            ("call answerHeaders", ["Auth-Param1", "Set-Cookie"], "must not read"),
            ("call answerHeaders", ["a b"], "header name"),
            ("call answerHeaders", ["Auth-Param1", "auth-param1"], "twice"),
            ("call answerHeaders", ["X-State"], "'challenge'"),
            ("outOnError status", "result.details", "type"), ("outOnError status", "5 +", "EXPRESSION_SYNTAX"),
            ("poll", ["everyMs": 1_000, "maxMs": 2_000, "until": "true"], "only for calls that read"),
            ("status until", "5", "no bool"), ("status until", "result.a +", "EXPRESSION_SYNTAX"),
            ("status until", nil, "until"), ("status done", nil, "done"),
            ("status maxMs", 2_999, "less than everyMs"), ("status maxMs", 99, "not between 100 and"),
            ("status everyMs", 5, "not between"), ("status operationId", "pay", "must be a GET"),
            ("status operationId", "nope", "nope"), ("status out reference", nil, "'reference'"),
            ("status out more", ["type": "string", "value": "result.x"], "status.out.more"),
            ("status in", ["nope": "1"], "nope"), ("status again", 1, "unknown member"),
        ] as [(String, JSONValue?, String)])
    func refusals(path: String, value: JSONValue?, wanted: String) async throws {
        let manifest = Self.manifest.setting("\(Self.binding) \(path)", to: value)
        let refusal = try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid || refusal?.code == .operationUnknown)
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    @Test("a call that is sent once is not sent again while its result is unknown; what the bank refused may be")
    func once() async throws {
        let manifest = TestManifest13.manifest.setting("\(Self.binding) call effect", to: "once")
            .setting("\(Self.binding) call key", to: nil)
            .setting("\(Self.binding) call headers", to: ["PayPal-Request-Id": "'fixed'"])
            .setting("steps form on refused", to: nil)
        for (status, calls) in [(nil, 1), (504, 1), (422, 2)] as [(Int?, Int)] {
            var (player, call) = try await player(manifest)
            player.play(.callFinished(call.id, .failure(JourneyError(.serverError, "No."), status: status)))
            player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
            #expect(player.calls.count == calls, "\(status ?? 0)")
        }
    }
}
