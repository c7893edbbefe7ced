import JourneyBase
import Testing

@testable import JourneyTrace

@Suite("The first difference of two traces")
struct TraceDiffTests {
    private func diff(_ one: TraceWriter, _ two: TraceWriter) throws -> TraceDiff {
        TraceDiff(try TraceSamples.read(one), try TraceSamples.read(two))
    }

    @Test("the same run at other times, with another identifier and port, has no difference")
    func same() throws {
        var (one, two) = (TraceWriter(title: "a"), TraceWriter(title: "b"))
        for (late, id, port, time) in [(0, "0", 4_401, "09:00:00Z"), (50, "f", 4_402, "10:11:12.5Z")] {
            let uuid = String(repeating: id, count: 8) + "-0000-4000-8000-000000000000"
            let line = TraceLine(
                at: late, kind: "input",
                members: [
                    "input": "page", "name": "submit",
                    "payload": [
                        "id": .string(uuid), "at": .string("2026-01-01T\(time)"),
                        "url": .string("https://localhost:\(port)/a"),
                    ],
                ])
            if late == 0 { one.append(line) } else { two.append(line) }
        }
        let diff = try diff(one, two)
        #expect(diff.isSame && diff.json == ["same": true, "decision": .null, "value": .null])
    }

    @Test("another value with the same decisions is a difference of values, at its first place")
    func value() throws {
        let diff = try diff(TraceSamples.transfer(amount: 5), TraceSamples.transfer(amount: 6))
        #expect(diff.decision == nil && !diff.isSame)
        #expect(diff.value?.path == "input.payload.amount")
        #expect(diff.value?.step == "form" && diff.value?.visit == 1)
        #expect(diff.value?.first?.value == 5 && diff.value?.second?.value == 6)
        #expect(diff.json["value"]?["first"]?["line"] == .number(JSONNumber(10)))
    }

    @Test("another way is a difference of decisions: the guard that differs first, after the value that led to it")
    func decision() throws {
        let diff = try diff(TraceSamples.transfer(amount: 5), TraceSamples.transfer(amount: 0))
        #expect(diff.value?.path == "input.payload.amount")
        #expect(diff.decision?.path == "guard.value")
        #expect(diff.decision?.first?.value == true && diff.decision?.second?.value == false)
        #expect(diff.decision?.first?.text == "if payload.amount > 0 (true)")
    }

    @Test("a trace that ends earlier differs where it ends")
    func end() throws {
        let whole = TraceSamples.transfer()
        var part = TraceWriter(title: "T")
        for line in try TraceSamples.read(whole).lines.prefix(14) { part.append(line) }
        let diff = try diff(whole, part)
        #expect(diff.decision?.path == "end" && diff.decision?.second == nil && diff.decision?.first != nil)
    }

    @Test("traces without a state machine are compared by their events")
    func events() throws {
        var (one, two) = (TraceWriter(title: "a"), TraceWriter(title: "b"))
        for step in ["pin", "done"] {
            let line = TraceLine(
                at: 0, kind: "timeline", members: ["name": "step_enter", "attributes": ["step": .string(step)]])
            one.append(line)
            if step == "pin" { two.append(line) }
        }
        #expect(try diff(one, one).isSame)
        #expect(try diff(one, two).decision?.path == "end")
    }

    /// A run in which the bank creates `created`, a later call uses `used`, and the page sends `typed`.
    private func run(created: String, used: String, typed: String = "GB29NWBK60161331926819") -> TraceWriter {
        var writer = TraceWriter(title: "T")
        func add(_ kind: String, _ members: [String: JSONValue]) {
            writer.append(TraceLine(at: 0, kind: kind, members: members))
        }
        add("input", ["input": "page", "name": "submit", "payload": ["iban": .string(typed)]])
        add("input", ["input": "answer", "operation": "createQuote", "status": 201, "body": ["id": .string(created)]])
        add(
            "call",
            [
                "operation": "pay", "attempt": 1, "key": true,
                "arguments": ["quote": .string(used), "path": .string("/quotes/\(used)")],
            ])
        return writer
    }

    @Test(
        "identifiers that a server created are equal where they correspond; others, and what a person typed, are not",
        arguments: [
            ("quote_0011aabb", "quote_0011aabb", "GB29NWBK60161331926819", nil),
            ("quote_0011aabb", "quote_9922ccdd", "GB29NWBK60161331926819", "call.arguments.path"),
            ("12345678901", "12345678901", "GB29NWBK60161331926819", "input.body.id"),
            ("short1", "short1", "GB29NWBK60161331926819", "input.body.id"),
            ("quote_0011aabb", "quote_0011aabb", "DE89370400440532013000", "input.payload.iban"),
        ])
    func created(created: String, used: String, typed: String, path: String?) throws {
        let first = run(created: "quote_77ff66ee", used: "quote_77ff66ee")
        let diff = try diff(first, run(created: created, used: used, typed: typed))
        #expect(diff.decision == nil && diff.value?.path == path)
    }
}
