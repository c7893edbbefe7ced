internal import JourneyBase

/// Reads what a call of manifest 1.3 does with its responses: the headers it reads, the outputs of errors, a poll, and the status
/// query that decides a call whose answer was lost.
struct ReplyReader {
    let binding: Reading
    let step: StepReader
    let operation: Operation

    /// The greatest number of headers that a call reads.
    private static let headerLimit = 16
    /// Headers that hold credentials or belong to the connection, which no manifest reads.
    private static let hidden: Set<String> = [
        "set-cookie", "set-cookie2", "authorization", "proxy-authenticate", "connection", "transfer-encoding",
    ]

    /// Returns the names of headers that `call` reads, in lower case.
    static func headers(of call: Reading) throws(Refusal) -> [String] {
        guard let member = call.member("answerHeaders") else { return [] }
        var names: [String] = []
        for element in try member.list(atMost: headerLimit, "headers", { (name) throws(Refusal) in name }) {
            let name = try element.text()
            try element.require(HTTPFields.isSafe(name: name, value: "x"), "is not a header name", .invalidHeader)
            let lower = name.lowercased()
            try element.require(!hidden.contains(lower), "is a header that a manifest must not read", .forbiddenHeader)
            try element.require(!names.contains(lower), "is listed twice", .doubleHeader)
            names.append(lower)
        }
        return names
    }

    /// Adds to `result` what the binding declares.
    func read(into result: inout Binding, call: Reading) throws(Refusal) {
        result.answerHeaders = try ReplyReader.headers(of: call)
        let own = ExpressionBindingReader(binding, step, operation)
        if let list = binding.member("outOnError") {
            let environment = CallReply.environment(result: .dyn, headers: result.answerHeaders)
            (result.errorOutputs, result.errorValues) = try own.outputs(list, environment)
        }
        let answers = CallReply.environment(result: own.answer, headers: result.answerHeaders)
        if let member = binding.member("poll") {
            let isRead = !result.isWrite || result.effect == .read
            try member.require(
                isRead, "is only for calls that read: GET and HEAD, or others whose effect is read", .unknownMember)
            try member.onlyMembers(ManifestGrammar.poll)
            result.poll = try ReplyReader.poll(member, answers)
        }
        if let member = call.member("sca") { result.approval = try ReplyReader.approval(member, of: result) }
        if let member = binding.member("status") { result.statusQuery = try status(member, of: result, call) }
    }

    /// Reads which step shows the call's values, and how. The step is checked once all steps are known.
    private static func approval(_ reading: Reading, of call: Binding) throws(Refusal) -> CallApproval {
        try reading.onlyMembers(ManifestGrammar.approval)
        try reading.require(call.movesMoney, "is only for calls that move money", .unknownMember)
        let step = try reading.required("step")
        var shownAs: [String: Set<String>] = [:]
        for (name, list) in try reading.member("shownAs")?.members() ?? [] {
            shownAs[name] = Set(
                try list.list(atMost: 8, "parameters") { (element) throws(Refusal) in try element.text() })
        }
        var labels: [String: [String: String]] = [:]
        for (name, member) in try reading.member("labels")?.members() ?? [] {
            try member.onlyMembers(CallApproval.languages)
            for language in CallApproval.languages.sorted() {
                let place = try member.required(language)
                let text = try place.text()
                try place.require(
                    (1...CallApproval.labelLimit).contains(text.utf8.count), "must have 1 to 60 bytes", .invalidValue)
                labels[name, default: [:]][language] = text
            }
        }
        return CallApproval(
            step: try step.require(StepID(step.text()), "is not a step's name", .unknownTarget), shownAs: shownAs,
            labels: labels)
    }

    private static func poll(_ reading: Reading, _ answers: ExpressionEnvironment) throws(Refusal) -> Poll {
        let interval = try reading.required("everyMs").milliseconds(in: 100...3_600_000)
        let limit = try reading.required("maxMs").milliseconds(in: 100...86_400_000)
        try reading.required("maxMs").require(limit >= interval, "is less than everyMs", .invalidValue)
        return Poll(interval: interval, limit: limit, until: try condition(reading.required("until"), answers))
    }

    private static func condition(
        _ reading: Reading, _ environment: ExpressionEnvironment
    ) throws(Refusal) -> Expression {
        let source = try reading.text()
        let condition: Expression
        do throws(ExpressionError) { condition = try Expression(compiling: source, in: environment) } catch {
            throw reading.refusal("is not a usable expression: \(error.place(in: source))", .invalidValue)
        }
        try reading.require(condition.type.overlaps(.bool), "is not a condition: it is no bool", .invalidValue)
        return condition
    }

    /// Reads the status query of a call, whose gateway credentials it has too.
    private func status(
        _ reading: Reading, of call: Binding, _ declared: Reading
    ) throws(Refusal) -> StatusQuery {
        try reading.onlyMembers(ManifestGrammar.status)
        guard let effect = call.effect, effect != .read else {
            throw reading.refusal("is only for calls that change something", .unknownMember)
        }
        let place = try reading.required("operationId")
        let operation = try step.journey.resolver.operation(
            place.text(), supplied: BindingReader.supplied(by: declared), at: place)
        try place.require(operation.method == .get, "must be a GET, so that asking changes nothing", .invalidValue)
        let reader = ExpressionBindingReader(reading, step, operation)
        let environment = CallReply.environment(result: reader.answer, headers: call.answerHeaders)
        var values: [String: Expression] = [:]
        if let list = reading.member("out") {
            let outputs = try reader.outputs(list, environment)
            values = outputs.values
            for (name, type) in outputs.types where call.outputs[name] != type {
                throw list.refusal(
                    "has \(Refusal.quote(name)), which the call does not declare with this type", .outputType)
            }
        }
        if let name = call.outputs.keys.sorted().first(where: { values[$0] == nil }) {
            throw reading.refusal("gives no value for the call's output \(Refusal.quote(name))", .missingMember)
        }
        return StatusQuery(
            operation: operation,
            arguments: try reader.queryArguments(step.journey.head.headers, event: call.onEvent),
            poll: try ReplyReader.poll(reading, environment),
            done: try ReplyReader.condition(reading.required("done"), environment), outputValues: values)
    }
}
