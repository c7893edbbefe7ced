import JourneyBase
import JourneyHarness
import JourneyLanguage

@testable import JourneyTrace

/// Traces for tests.
enum TraceSamples {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]

    static let outline: JSONValue = [
        "id": "transfer", "start": "form",
        "steps": [
            ["id": "form", "kind": "web", "detail": "/form"],
            ["id": "pay", "kind": "server", "detail": "createTransfer"],
            ["id": "done", "kind": "completed"],
        ],
        "transitions": [
            ["from": "form", "to": "pay", "event": "submit", "guard": "payload.amount > 0"],
            ["from": "pay", "to": "done", "event": "paid"],
        ],
    ]

    /// A transfer of `amount`, with a line of every kind.
    static func transfer(amount: Int64 = 5, title: String = "Transfer") -> TraceWriter {
        var writer = TraceWriter(title: title)
        writer.header.summary = "One payment."
        writer.header.journey = ("transfer", 7, "aa11")
        writer.header.outline = JourneyOutline(json: outline)
        writer.header.outcome = "completed"
        writer.header.isGood = true
        writer.header.checks = [TraceHeader.Check("The transfer exists once.", holds: true)]
        writer.header.tables = [TraceHeader.Table(title: "The row", cells: [("payee", "Ada <Lovelace>")])]
        writer.header.facts = [("engine", "WebKitGTK")]
        func add(_ at: Int, _ kind: String, _ members: [String: JSONValue]) {
            writer.append(TraceLine(at: at, kind: kind, members: members))
        }
        let value = JSONValue.number(JSONNumber(amount))
        add(
            0, "exchange",
            [
                "operation": "manifest", "attempt": 1, "milliseconds": 8,
                "request": ["method": "GET", "url": "https://gateway.example/m", "headers": ["Authorization": "•••"]],
                "response": ["status": 200, "headers": [:], "body": ["bytes": 10, "sha256": "bb22"]],
            ])
        add(10, "input", ["input": "start", "step": "form"])
        add(10, "enter", ["step": "form", "type": "web", "visit": 1])
        add(10, "effect", ["name": "show", "detail": "https://bank.example/form"])
        add(10, "state", ["step": "form", "visit": 1, "phase": "running", "steps": [:], "calls": []])
        writer.append(
            TimelineEvent(at: 20, name: "page", attributes: ["kind": "console", "level": "log", "text": "hello"]))
        writer.append(
            TimelineEvent(
                at: 25, name: "screen",
                attributes: ["screen": "s", "title": "Approve", "text": "Send 5", "actions": ["Send"]]))
        writer.addPicture(png, step: "form", at: 30)
        writer.addSnapshot(
            [
                "url": "https://bank.example/form", "title": "Form", "width": 390, "height": 844, "cut": false,
                "nodes": [[0, "html", [:]], [1, "input", ["value": "•••"]], [1, "#text", "Amount"]],
            ], step: "form", at: 30)
        add(40, "input", ["input": "page", "name": "submit", "step": "form", "payload": ["amount": value]])
        add(40, "event", ["name": "submit", "depth": 0, "payload": ["amount": value]])
        add(
            40, "guard",
            [
                "source": "payload.amount > 0", "value": .bool(amount > 0), "error": .null, "emit": .null, "to": "pay",
                "paths": [["path": "payload.amount", "value": value]],
            ])
        guard amount > 0 else {
            add(40, "diagnostic", ["code": "NO_GUARD_TRUE", "message": "No guard is true."])
            add(40, "state", ["step": "form", "visit": 1, "phase": "running", "steps": [:], "calls": []])
            return writer
        }
        add(40, "transition", ["event": "submit", "emit": .null, "to": "pay"])
        add(40, "enter", ["step": "pay", "type": "server", "visit": 1])
        add(
            40, "call",
            [
                "operation": "createTransfer", "attempt": 1, "key": true, "arguments": ["amount": value],
                "problem": .null,
            ])
        add(40, "state", ["step": "pay", "visit": 2, "phase": "running", "steps": [:], "calls": ["createTransfer"]])
        add(
            60, "exchange",
            [
                "operation": "createTransfer", "attempt": 1, "milliseconds": 18,
                "request": [
                    "method": "POST", "url": "https://bank.example/t", "headers": [:], "body": ["amount": value],
                ],
                "response": ["status": 201, "headers": [:], "body": ["reference": "R-1"]],
            ])
        add(61, "input", ["input": "answer", "operation": "createTransfer", "status": 201, "step": "pay"])
        add(61, "event", ["name": "paid", "depth": 0, "payload": [:]])
        add(61, "transition", ["event": "paid", "emit": .null, "to": "done"])
        add(61, "enter", ["step": "done", "type": "terminal", "visit": 1])
        add(
            61, "state",
            [
                "step": "done", "visit": 3, "phase": "finished", "steps": ["pay": ["amount": value]], "calls": [],
            ])
        return writer
    }

    /// Returns a trace of about `count` moments, with a page, guards and calls in each round.
    static func long(_ count: Int) -> TraceWriter {
        var writer = transfer()
        var at = 100
        for round in 0..<count / 7 {
            at += 37
            func add(_ kind: String, _ members: [String: JSONValue]) {
                writer.append(TraceLine(at: at, kind: kind, members: members))
            }
            let step = JSONValue.string(round.isMultiple(of: 2) ? "form" : "pay")
            let number = JSONValue.number(JSONNumber(round))
            add("input", ["input": "page", "name": "submit", "step": step, "payload": ["round": number]])
            add("event", ["name": "submit", "depth": 0, "payload": ["round": number]])
            add(
                "guard",
                [
                    "source": "payload.round > 10", "value": .bool(round > 10), "to": step,
                    "paths": [["path": "payload.round", "value": number]],
                ])
            add("transition", ["event": "submit", "emit": .null, "to": step])
            if round.isMultiple(of: 10) { add("enter", ["step": step, "type": "web", "visit": number]) }
            add("call", ["operation": "createQuote", "attempt": 1, "key": false, "arguments": ["round": number]])
            add(
                "exchange",
                [
                    "operation": "createQuote", "attempt": 1, "milliseconds": 12,
                    "request": [
                        "method": "POST", "url": "https://bank.example/q", "headers": [:], "body": ["round": number],
                    ],
                    "response": ["status": 201, "headers": [:], "body": ["quote": .string("Q-\(round)")]],
                ])
            writer.append(
                TimelineEvent(
                    at: at, name: "page",
                    attributes: ["kind": "console", "level": "log", "text": .string("round \(round)")]))
            writer.append(TimelineEvent(at: at, name: "act", attributes: ["text": "presses #submit"]))
            add(
                "state",
                ["step": step, "visit": number, "phase": "running", "steps": ["form": ["round": number]], "calls": []])
        }
        return writer
    }

    static func read(_ writer: TraceWriter) throws -> Trace {
        try TraceReader.read(try writer.archive(), name: "t.zip")
    }
}
