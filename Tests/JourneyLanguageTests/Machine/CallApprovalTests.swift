import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Calls that move money after an approval of what a page can influence")
struct CallApprovalTests {
    /// A consent that repeats what the page filled in, its approval, and the payment of it.
    private static let openAPI: JSONValue = {
        let consent: JSONValue = [
            "type": "object",
            "properties": [
                "consentId": ["type": "string"], "initiation": ["type": "object"],
                "approval": [
                    "type": "object",
                    "properties": [
                        "amount": ["type": "integer"], "payeeName": ["type": "string"], "challenge": ["type": "string"],
                    ],
                ],
            ],
        ]
        func write(_ id: String, _ answer: JSONValue) -> JSONValue {
            [
                "post": [
                    "operationId": .string(id),
                    "requestBody": [
                        "required": true, "content": ["application/json": ["schema": ["type": "object"]]],
                    ],
                    "responses": ["201": ["content": ["application/json": ["schema": answer]]]],
                ]
            ]
        }
        return [
            "openapi": "3.1.0", "servers": [["url": "https://bank.example/api"]],
            "paths": [
                "/consents": write("consent", consent),
                "/payments": write("pay", ["type": "object", "properties": ["id": ["type": "string"]]]),
                "/terms": ["get": ["operationId": "terms", "responses": ["200": ["description": "OK"]]]],
            ],
        ]
    }()

    private static let pay: JSONValue = [
        "onEvent": "enter",
        "call": [
            "operationId": "pay", "effect": "keyed", "movesMoney": true,
            "key": ["header": "Idempotency-Key", "windowMs": 3_600_000],
            "sca": [
                "step": "approve",
                "labels": ["initiation.iban": ["en": "IBAN", "bn": "আইবিএএন", "ar": "رقم الآيبان"]],
            ],
        ],
        "in": ["body": "{'consent': 'C', 'initiation': steps.form.initiation}"],
        "out": ["reference": "result.id"], "onSuccessEmit": "paid", "onErrorEmit": "refused",
    ]

    private static let manifest: JSONValue = TestManifest13.manifest.setting(
        "steps",
        to: [
            "form": [
                "type": "web", "url": "https://bank.example/pages/form",
                "bindings": [
                    [
                        "onEvent": "submit", "call": ["operationId": "consent", "effect": "once", "movesMoney": false],
                        "in": ["body": "{'iban': payload.iban, 'amount': payload.amount, 'note': payload.note}"],
                        "out": [
                            "consentId": "result.consentId", "initiation": "result.initiation",
                            "approval": "result.approval",
                        ],
                        "onSuccessEmit": "consented", "onErrorEmit": "refused",
                    ]
                ],
                "on": ["consented": ["to": "approve"], "refused": ["to": "failed"], "skip": ["to": "pay"]],
            ],
            "approve": [
                "type": "native", "plugin": "transaction_approval",
                "params": ["reason": "Pay", "currency": "EUR", "payeeAccount": "DE02"],
                "in": [
                    "challenge": "steps.form.approval.challenge", "amount": "steps.form.approval.amount",
                    "payeeName": "steps.form.approval.payeeName",
                ],
                "on": [
                    "success": ["to": "pay"], "cancelled": ["to": "form"], "error": ["to": "failed"],
                ],
            ],
            "pay": [
                "type": "server", "bindings": [pay],
                "on": ["paid": ["to": "done"], "refused": ["to": "failed"]],
            ],
            "done": ["type": "terminal", "result": ["reference": "steps.pay.reference"]],
            "failed": ["type": "terminal", "outcome": "failed"],
        ]
    ).setting("headers", to: [:]).setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))

    private static func player(_ changes: [(String, JSONValue?)] = []) async throws -> Player {
        var manifest = manifest
        for (path, value) in changes { manifest = manifest.setting(path, to: value) }
        return Player(try await TestManifest.journey(manifest, openAPI: openAPI))
    }

    private static func consent(_ initiation: JSONValue) -> StateMachine.CallAnswer {
        .ok([
            "consentId": "C", "initiation": initiation,
            "approval": ["amount": 100, "payeeName": "Amelia", "challenge": "c"],
        ])
    }

    /// The rows of the approval that is on screen.
    private static func rows(_ player: Player) -> [JSONValue]? {
        for case .enterStep(let step, _) in player.effects {
            if case .native(_, let params) = step.kind { return params[CallApproval.parameter]?.array ?? [] }
        }
        return nil
    }

    @Test(
        "the approval shows each value of a hostile payload, and the call is sent with these values only",
        arguments: [
            ["iban": "GB29 ATTACKER", "amount": "1.00"],
            ["iban": "DE02", "amount": 1, "note": "\u{202E}00.1"],
            ["iban": "DE02", "amount": "1", "note": ["amount": "9999.00", "list": [true, "x", 5]]],
            ["iban": "\n\n\nPay 1.00", "amount": "1"],
        ] as [JSONValue])
    func hostile(payload: JSONValue) async throws {
        var player = try await Self.player()
        let whole: JSONValue = .object(["note": ""].merging(payload.object ?? [:]) { $1 })
        player.page("submit", whole)
        // The bank repeats what the page said.
        player.answer(Self.consent(whole))
        #expect(player.step == "approve")
        let rows = try #require(Self.rows(player))
        var wanted: [String: String] = ["consent": "C"]
        func add(_ value: JSONValue, _ name: String) {
            switch value {
            case .object(let members): for (key, value) in members { add(value, "\(name).\(key)") }
            case .array(let list): for (index, value) in list.enumerated() { add(value, "\(name)[\(index)]") }
            case .string(let text): wanted[name] = text
            case .number(let number): wanted[name] = number.lexeme
            case .bool(let truth): wanted[name] = "\(truth)"
            case .null: break
            }
        }
        add(whole, "initiation")
        let shown = Dictionary(rows.compactMap { row in row["name"]?.string.map { ($0, row["value"]?.string ?? "") } })
        {
            first, _ in first
        }
        #expect(shown == wanted)
        #expect(rows.first { $0["name"] == "initiation.iban" }?["label"]?["bn"] == "আইবিএএন")
        player.play(.native(visit: player.machine.visit, .success(["proof": "p"])))
        #expect(player.calls.last?.binding.operation.id == "pay")
        #expect(player.calls.last?.arguments["initiation"] == whole)
    }

    @Test("the approval shows headers that a page can influence, those of the call and those of the journey")
    func headers() async throws {
        var player = try await Self.player([
            ("steps pay bindings 0 call headers", ["X-Purpose": "steps.form.initiation.note", "X-Fixed": "'f'"]),
            (
                "headers",
                [
                    "X-Source": "has(steps.form.initiation) ? steps.form.initiation.iban : null",
                    "X-Channel": "'partner'",
                    "x-purpose": "has(steps.form.consentId) ? steps.form.consentId : null",
                ]
            ),
            ("steps pay on refused", ["to": "form"]),
        ])
        let whole: JSONValue = ["iban": "DE02", "amount": "1", "note": "rent"]
        player.page("submit", whole)
        player.answer(Self.consent(whole))
        let rows = try #require(Self.rows(player))
        let shown = Dictionary(rows.compactMap { row in row["name"]?.string.map { ($0, row["value"]?.string) } }) {
            first, _ in first
        }
        #expect(shown["X-Source"] == "DE02" && shown["X-Purpose"] == "rent")
        #expect(shown.keys.allSatisfy { !["X-Fixed", "X-Channel", "x-purpose"].contains($0) })
        player.play(.native(visit: player.machine.visit, .success(["proof": "p"])))
        #expect(player.calls.last?.headers["X-Source"] == "DE02")
    }

    @Test("without an approval, or after one that was cancelled or failed, the call is not sent")
    func unapproved() async throws {
        var skipped = try await Self.player()
        skipped.page("submit", ["iban": "DE02", "amount": "1", "note": ""])
        skipped.answer(Self.consent(["iban": "DE02"]))
        skipped.play(.native(visit: skipped.machine.visit, .cancelled))
        #expect(skipped.step == "form")
        skipped.page("skip")
        #expect(skipped.calls.map(\.binding.operation.id) == ["consent"])
        #expect(skipped.end == "failed SCA_REQUIRED")
    }

    @Test("values that change after their approval are not sent")
    func changed() async throws {
        var player = try await Self.player([("steps pay on refused", ["to": "form"])])
        player.page("submit", ["iban": "DE02", "amount": "1", "note": ""])
        player.answer(Self.consent(["iban": "DE02"]))
        player.play(.native(visit: player.machine.visit, .success(["proof": "p"])))
        player.answer(.no(.validationFail, 400))
        #expect(player.step == "form")
        // Another consent, whose approval is not given: the page goes to the payment by another way.
        player.page("submit", ["iban": "DE99", "amount": "1", "note": ""])
        player.answer(Self.consent(["iban": "DE99"]))
        player.play(.native(visit: player.machine.visit, .cancelled))
        player.page("skip")
        #expect(player.calls.map(\.binding.operation.id) == ["consent", "pay", "consent"])
    }

    @Test("a repeat of what was approved and lost needs no new approval")
    func repeated() async throws {
        var player = try await Self.player([("steps pay on refused", ["to": "form"])])
        player.page("submit", ["iban": "DE02", "amount": "1", "note": ""])
        player.answer(Self.consent(["iban": "DE02"]))
        player.play(.native(visit: player.machine.visit, .success(["proof": "p"])))
        player.answer(.no(.netTimeout))
        player.page("skip")
        #expect(player.calls.map(\.binding.operation.id) == ["consent", "pay", "pay"])
        #expect(player.calls[1].scope == player.calls[2].scope)
    }

    @Test("more values than a screen shows, or one that is missing, end the approval before anybody is asked")
    func many() async throws {
        let list = JSONValue.array((0..<25).map { .number(JSONNumber(Int64($0))) })
        for initiation in [["list": list], JSONValue.string("text")] {
            var player = try await Self.player([("steps approve on error", nil)])
            player.page("submit", ["iban": "DE02", "amount": "1", "note": ""])
            player.answer(Self.consent(initiation))
            guard let end = player.end else {
                Issue.record("\(player.step)")
                continue
            }
            #expect(end.hasPrefix("failed VALIDATION_FAIL") || end == "pending", "\(end)")
            #expect(!player.calls.contains { $0.binding.operation.id == "pay" })
        }
    }

    @Test(
        "a value that the approval can't show refuses the manifest, and lint names it",
        arguments: [
            (
                "steps pay bindings 0 in body", "{'initiation': steps.form.initiation, 'n': payload.n}",
                "pay.bindings[0].in.body", true
            ),
            (
                "steps pay bindings 0 in body", "{'initiation': steps.form.initiation, 'at': string(session.now)}",
                "session.now", true
            ),
            ("steps pay bindings 0 in body", "{'initiation': steps.form.consentId}", "", false),
            ("steps pay bindings 0 in body", "{'fixed': 'x'}", "", false),
            ("steps pay bindings 0 in body", "{'at': string(session.now)}", "", false),
        ])
    func unshown(path: String, source: String, wanted: String, isRefused: Bool) async throws {
        let manifest = Self.manifest.setting(path, to: .string(source))
        let refusal = try await TestManifest.refusal(manifest, openAPI: Self.openAPI)
        #expect((refusal != nil) == isRefused, "\(refusal?.message ?? "none")")
        let findings = Lint.check(manifest.compactBytes, openAPI: Self.openAPI.compactBytes)
            .filter { $0.rule == .notShown }
        #expect(findings.isEmpty != isRefused, "\(findings)")
        #expect(!isRefused || findings.contains { $0.message.contains(wanted) }, "\(findings)")
    }

    @Test(
        "parameters stand for an argument only if they carry all that a page can influence in it",
        arguments: [
            (["amount", "payeeName"], true), (["amount"], true), (["challenge"], false), (["payeeAccount"], false),
            (["nothing"], false),
        ] as [([String], Bool)])
    func standing(parameters: [String], isGood: Bool) async throws {
        let list = JSONValue.array(parameters.map { .string($0) })
        let manifest = Self.manifest.setting("steps pay bindings 0 call sca shownAs", to: ["body": list])
        let refusal = try await TestManifest.refusal(manifest, openAPI: Self.openAPI)
        #expect((refusal == nil) == isGood, "\(parameters) \(refusal?.message ?? "none")")
        guard isGood else { return }
        var player = Player(try await TestManifest.journey(manifest, openAPI: Self.openAPI))
        player.page("submit", ["iban": "DE02", "amount": "1", "note": ""])
        player.answer(Self.consent(["iban": "DE02"]))
        #expect(Self.rows(player) == [])
        player.play(.native(visit: player.machine.visit, .success(["proof": "p"])))
        #expect(player.calls.last?.binding.operation.id == "pay")
    }

    @Test("parameters that lack an origin of the argument refuse the manifest")
    func otherOrigin() async throws {
        let second: JSONValue = [
            "onEvent": "more", "call": ["operationId": "consent", "effect": "once", "movesMoney": false],
            "in": ["body": "{'hidden': payload.hidden}"], "out": ["extra": "result.consentId"],
            "onSuccessEmit": "refused", "onErrorEmit": "refused",
        ]
        let form = Self.manifest["steps"]?["form"]?["bindings"]?[0] ?? .null
        let manifest = Self.manifest.setting("steps form bindings", to: [form, second])
            .setting("steps pay bindings 0 in body", to: "{'i': steps.form.initiation, 'x': steps.form.extra}")
            .setting("steps pay bindings 0 call sca shownAs", to: ["body": ["amount", "payeeName"]])
        let refusal = try await TestManifest.refusal(manifest, openAPI: Self.openAPI)
        #expect(refusal?.message.contains("form.more.hidden") == true, "\(refusal?.message ?? "none")")
    }

    @Test(
        "the declaration itself is checked",
        arguments: [
            ("step", "nowhere", "unknown step"), ("step", "form", "transaction_approval"),
            ("labels", ["iban": ["en": "IBAN"]], "missing"),
            ("labels", ["iban": ["en": "x", "bn": "x", "ar": "x", "fr": "x"]], "fr"),
            ("other", true, "other"),
        ] as [(String, JSONValue, String)])
    func declaration(member: String, value: JSONValue, wanted: String) async throws {
        let manifest = Self.manifest.setting("steps pay bindings 0 call sca \(member)", to: value)
        let refusal = try await TestManifest.refusal(manifest, openAPI: Self.openAPI)
        #expect(refusal != nil && !Lint.check(manifest.compactBytes, openAPI: Self.openAPI.compactBytes).isEmpty)
        #expect(refusal?.message.contains(wanted) == true || member == "labels", "\(refusal?.message ?? "none")")
        let free = Self.manifest.setting("steps pay bindings 0 call movesMoney", to: false)
        #expect(try await TestManifest.refusal(free, openAPI: Self.openAPI)?.message.contains("move money") == true)
    }
}
