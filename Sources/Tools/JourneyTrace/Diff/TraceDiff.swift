package import JourneyBase

/// The first difference between two traces, aligned by step and visit.
///
/// Times, pictures and pages' network are not compared. Values that differ in each run (UUIDs, times, ports, and identifiers that
/// a server created, if they correspond throughout) count as equal. A difference of decisions is another step, event, guard's value, transition, call or outcome.
package struct TraceDiff: Sendable {
    /// A difference, with both sides' lines; a side that has ended has none.
    package struct Difference: Sendable {
        package var step: String
        package var visit: Int
        /// The path of the difference, such as `guard.value` or `state.steps.amount`.
        package var path: String
        package var first: Side?
        package var second: Side?
    }

    package struct Side: Sendable {
        /// The number of the line, counted from 1, as in `#moment-N`.
        package var line: Int
        package var text: String
        /// The value at the path; `nil` if there is none.
        package var value: JSONValue?
    }

    /// The first difference of decisions.
    package private(set) var decision: Difference?
    /// The first difference of values before it.
    package private(set) var value: Difference?

    package var isSame: Bool { decision == nil && value == nil }

    package init(_ first: Trace, _ second: Trace) {
        let (one, two) = (TraceDiff.places(of: first), TraceDiff.places(of: second))
        var names = CreatedNames()
        for index in 0..<max(one.count, two.count) {
            let (left, right) = (index < one.count ? one[index] : nil, index < two.count ? two[index] : nil)
            guard let left, let right else {
                let place = left ?? right
                decision = Difference(
                    step: place?.step ?? "", visit: place?.visit ?? 1, path: "end", first: left?.side(nil),
                    second: right?.side(nil))
                return
            }
            if value == nil, let path = TraceDiff.path(names.renamed(left, right), right.value, "") {
                value = Difference(
                    step: left.step, visit: left.visit, path: "\(left.line.kind).\(path)", first: left.side(path),
                    second: right.side(path))
            }
            let differs = TraceDiff.path(left.decision, right.decision, "")
            guard left.step == right.step, left.visit == right.visit, differs == nil else {
                let path = differs ?? "step"
                decision = Difference(
                    step: left.step, visit: left.visit, path: "\(left.line.kind).\(path)",
                    first: left.side(path), second: right.side(path))
                // A value in the same place says the same.
                if value?.first?.line == decision?.first?.line { value = nil }
                return
            }
        }
        let outcomes = (first.header.outcome, second.header.outcome)
        if outcomes.0 != outcomes.1 {
            decision = Difference(
                step: one.last?.step ?? "", visit: one.last?.visit ?? 1, path: "outcome",
                first: one.last?.side(nil, outcomes.0), second: two.last?.side(nil, outcomes.1))
        }
    }

    /// The result as JSON: `same`, `decision` and `value`.
    package var json: JSONValue {
        ["same": .bool(isSame), "decision": TraceDiff.json(decision), "value": TraceDiff.json(value)]
    }

    private static func json(_ difference: Difference?) -> JSONValue {
        guard let difference else { return .null }
        func side(_ side: Side?) -> JSONValue {
            guard let side else { return .null }
            return [
                "line": .number(JSONNumber(Int64(side.line))), "text": .string(side.text), "value": side.value ?? .null,
            ]
        }
        return [
            "step": .string(difference.step), "visit": .number(JSONNumber(Int64(difference.visit))),
            "path": .string(difference.path), "first": side(difference.first), "second": side(difference.second),
        ]
    }

    // MARK: Lines

    /// A line that is compared, with the step and visit in which it occurred.
    private struct Place {
        let number: Int
        let line: TraceLine
        let step: String
        let visit: Int
        /// The members that tell what was decided.
        let decision: JSONValue
        /// All members, without what differs in each run.
        let value: JSONValue

        func side(_ path: String?, _ outcome: String? = nil) -> Side {
            let words = TraceMoment.describe(line)
            let text = words.map { moment in
                "\(moment.label) \(moment.text)\(moment.note.map { " (\($0))" } ?? "")"
            }
            let members = JSONValue.object(line.members)
            let found = path.map {
                $0.split(separator: ".").reduce(Optional(members)) { value, name in
                    Int(name).flatMap { value?[$0] } ?? value?[String(name)]
                }
            }
            return Side(line: number, text: text ?? line.kind, value: outcome.map { .string($0) } ?? found ?? nil)
        }
    }

    /// The identifiers that servers and plugins created in the first run, with those of the second. They count as equal where
    /// they correspond throughout.
    private struct CreatedNames {
        private var names: [String: String] = [:]

        /// Returns the value of the first run's line with the second run's identifiers.
        mutating func renamed(_ first: Place, _ second: Place) -> JSONValue {
            if ["answer", "plugin", "inquiry"].contains(first.line.text("input") ?? "") {
                learn(first.value, second.value)
            }
            return names.isEmpty ? first.value : renamed(first.value)
        }

        private mutating func learn(_ one: JSONValue, _ two: JSONValue?) {
            switch (one, two) {
            case (.string(let one), .string(let two)?):
                guard one != two, names[one] == nil, CreatedNames.isName(one), CreatedNames.isName(two) else { return }
                names[one] = two
            case (.object(let one), .object(let two)?): for (name, value) in one { learn(value, two[name]) }
            case (.array(let one), .array(let two)?): for (one, two) in zip(one, two) { learn(one, two) }
            default: return
            }
        }

        /// Returns `true` for letters with digits, as nobody types them: at least ten, without a space.
        private static func isName(_ text: String) -> Bool {
            (10...80).contains(text.utf8.count) && text.utf8.contains { (0x30...0x39).contains($0) }
                && text.contains(where: \.isLetter)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                    default: false
                    }
                }
        }

        private func renamed(_ value: JSONValue) -> JSONValue {
            switch value {
            case .string(let text):
                if let name = names[text] { return .string(name) }
                var text = text
                // An identifier in an address or a text.
                for (one, two) in names where text.utf8.count > one.utf8.count && text.contains(one) {
                    text = text.replacing(one, with: two)
                }
                return .string(text)
            case .array(let elements): return .array(elements.map(renamed))
            case .object(let members): return .object(members.mapValues(renamed))
            case .null, .bool, .number: return value
            }
        }
    }

    /// The kinds of lines that are compared, with the members that tell a decision.
    private static let decisive: [String: Set<String>] = [
        "input": ["input", "name", "operation", "status", "code", "timer"], "enter": ["step", "visit", "type"],
        "event": ["name", "depth"], "guard": ["source", "value", "error", "emit", "to"],
        "transition": ["event", "emit", "to"], "call": ["operation", "attempt", "key", "problem"], "emit": ["name"],
        "effect": ["name"], "diagnostic": ["code"], "mismatch": ["message"], "script": ["entry"],
        "state": ["step", "phase"],
    ]
    /// Without the machine's lines, the timeline's are compared.
    private static let quiet: Set<String> = ["page", "notice", "shot", "bridge_message"]

    private static func places(of trace: Trace) -> [Place] {
        let hasMachine = trace.hasMachine
        var (step, visit) = ("", 1)
        var counts: [String: Int] = [:]
        var places: [Place] = []
        for (index, line) in trace.lines.enumerated() {
            let name = line.kind == "timeline" ? line.text("name") : nil
            if line.kind == "enter" || (!hasMachine && name == "step_enter") {
                step = (line.kind == "enter" ? line.text("step") : line.members["attributes"]?["step"]?.string) ?? ""
                counts[step, default: 0] += 1
                visit = counts[step] ?? 1
            }
            let value = plain(.object(line.members))
            if let members = decisive[line.kind] {
                let decision = value.object?.filter { members.contains($0.key) } ?? [:]
                places.append(
                    Place(
                        number: index + 1, line: line, step: step, visit: visit,
                        decision: .object(decision.merging(["kind": .string(line.kind)]) { $1 }), value: value))
            } else if !hasMachine, let name, !quiet.contains(name) {
                places.append(
                    Place(
                        number: index + 1, line: line, step: step, visit: visit, decision: ["name": .string(name)],
                        value: plain(
                            line.members["attributes"]?.object.map { .object($0.filter { $0.key != "milliseconds" }) }
                                ?? .null)))
            }
        }
        return places
    }

    // MARK: Values

    /// Returns the path of the first difference, or `nil`.
    private static func path(_ one: JSONValue?, _ two: JSONValue?, _ path: String) -> String? {
        func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        switch (one, two) {
        case (.object(let one), .object(let two)):
            for name in Set(one.keys).union(two.keys).sorted() {
                if let found = TraceDiff.path(one[name], two[name], inner(name)) { return found }
            }
            return nil
        case (.array(let one), .array(let two)):
            for index in 0..<max(one.count, two.count) {
                let pair = (index < one.count ? one[index] : nil, index < two.count ? two[index] : nil)
                if let found = TraceDiff.path(pair.0, pair.1, inner("\(index)")) { return found }
            }
            return nil
        default: return one == two ? nil : path.isEmpty ? "kind" : path
        }
    }

    /// Replaces what differs in each run.
    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(plain(text))
        case .array(let elements): .array(elements.map(plain))
        case .object(let members): .object(members.mapValues(plain))
        case .null, .bool, .number: value
        }
    }

    private static func plain(_ text: String) -> String {
        if text.utf8.count > 80, !text.contains(" ") { return "‹long›" }
        // Most texts have nothing to replace.
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "_") })
        else { return text }
        return text.replacing(
            /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/, with: "‹id›"
        )
        .replacing(/\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?/, with: "‹time›")
        .replacing(/(localhost|127\.0\.0\.1|\.example|\.test):\d+/) { "\($0.1):‹port›" }
    }
}
