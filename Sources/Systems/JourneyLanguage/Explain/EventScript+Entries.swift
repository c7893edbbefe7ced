internal import JourneyBase

extension EventScript {
    private static let kinds = [
        "page", "answer", "plugin", "timeout", "inquiry", "lost", "close", "fault", "advance", "kill", "expect",
    ]

    static func entry(_ reading: Reading) throws(Refusal) -> Entry {
        guard reading.value.object != nil else { throw reading.refusal("is not an object") }
        // A fault can have a member 'lost' of its own.
        let named = reading.member("fault") == nil ? kinds.filter { reading.member($0) != nil } : ["fault"]
        guard named.count == 1, let kind = reading.member(named[0]) else {
            throw reading.refusal("must have exactly one of the members \(kinds.joined(separator: ", "))")
        }
        let step = try reading.member("step").map { (member) throws(Refusal) in try member.text() }
        let happening = try happening(named[0], kind, reading)
        let more = [
            kind.value.string, reading.value["status"]?.compactText, reading.value["fails"]?.string,
            named[0] == "advance" ? "\(kind.value.compactText) s" : nil,
        ]
        return Entry(
            happening: happening, words: ([named[0]] + more.compactMap { $0 }).joined(separator: " "), step: step)
    }

    private static func happening(
        _ name: String, _ kind: Reading, _ reading: Reading
    ) throws(Refusal) -> ScriptedEvent {
        func only(_ names: String...) throws(Refusal) { try reading.onlyMembers(Set(names + [name, "step"])) }
        let payload = reading.value["payload"] ?? [:]
        switch name {
        case "page":
            try only("payload")
            return .page(name: try kind.name(), payload: payload)
        case "answer":
            try only("status", "body", "fails", "mayBeDone")
            return .answer(operation: try kind.text(), try answer(reading))
        case "plugin":
            try only("payload", "code")
            return .plugin(try plugin(kind, reading, payload))
        case "timeout":
            try only()
            switch try kind.text() {
            case "step": return .stepTimeout
            case "journey": return .journeyTimeout
            default: throw kind.refusal("must be step or journey")
            }
        case "inquiry":
            try only("body")
            switch try kind.text() {
            case "done": return .inquiry(.done(reading.value["body"] ?? .null))
            case "notDone": return .inquiry(.notDone)
            case "unknown": return .inquiry(nil)
            default: throw kind.refusal("must be one of done, notDone and unknown")
            }
        case "lost":
            try only()
            return .lost(ErrorCode(rawValue: try kind.text()))
        case "fault":
            try reading.onlyMembers(Set(ScriptedReply.members + [name, "step", "times"]))
            let times = try reading.member("times").map { (member) throws(Refusal) in try member.whole(in: 1...100) }
            return .fault(
                operation: try kind.text(), try ScriptedReply(reading, needsEnding: false), times: times ?? 1)
        case "advance":
            try only()
            return .advance(try kind.seconds())
        case "expect":
            try only()
            return .expect(try Expectation(kind))
        default:
            try only()
            guard try kind.flag() else { throw kind.refusal("must be true") }
            return name == "kill" ? .kill : .close
        }
    }

    private static func answer(_ reading: Reading) throws(Refusal) -> StateMachine.CallAnswer {
        let status = try reading.member("status")?.whole(in: 100...599)
        let body = reading.value["body"] ?? .null
        if let fails = reading.member("fails") {
            return .failure(
                JourneyError(ErrorCode(rawValue: try fails.text()), "The script reports this error."), status: status,
                problem: CallProblem(body), mayBeDone: try reading.member("mayBeDone")?.flag() ?? false)
        }
        if let member = reading.member("mayBeDone") { throw member.refusal("is only allowed together with 'fails'") }
        guard let status, (200...299).contains(status) else {
            throw reading.refusal("needs 'fails' or a status from 200 to 299")
        }
        return .success(status: status, body: body)
    }

    private static func plugin(
        _ kind: Reading, _ reading: Reading, _ payload: JSONValue
    ) throws(Refusal) -> StateMachine.NativeAnswer {
        switch try kind.text() {
        case "success": return .success(payload)
        case "cancelled": return .cancelled
        case "error":
            let code = ErrorCode(rawValue: try reading.required("code").text())
            return .error(JourneyError(code, "The script reports this error."))
        default: throw kind.refusal("must be one of success, cancelled and error")
        }
    }
}
