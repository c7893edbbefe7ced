internal import JourneyBase

extension LintRun {
    /// Checks arguments and guards against the known payloads of events that calls and plugins raise.
    mutating func checkValues(_ check: LoadingCheck) {
        let texts = TextForms(check.readableSteps, plugins)
        for step in check.readableSteps {
            let payloads = EventPayloads(step, plugins)
            for (place, binding) in step.bindings {
                arguments(of: binding, at: place, step, payloads)
                outputs(of: binding, at: place, step)
                headers(of: binding, at: place, step, payloads[binding.onEvent], texts)
            }
            if version >= .v13 { otherValues(of: step, texts) }
            for (event, transition) in transitions(of: step.reader.step) {
                guard let member = transition.member("guardExpr") ?? transition.member("guard"),
                    let source = member.value.string
                else { continue }
                condition(source, at: member.path, on: event, step, payloads[event], texts)
            }
        }
    }

    private mutating func arguments(
        of binding: Binding, at place: Reading, _ step: LoadingCheck.StepCheck, _ payloads: EventPayloads
    ) {
        if case .expressions(let expressions) = binding.arguments {
            let texts = TextForms([step], plugins)
            for (name, expression) in expressions.sorted(by: { $0.key < $1.key }) {
                guard let member = place.member("in")?.member(name) else { continue }
                let payload = payloads[binding.onEvent]
                order(of: expression, at: member.path, on: binding.onEvent, step, payload, texts)
            }
        }
        guard case .declared(let paths) = binding.arguments else { return }
        let scope = PathScope(
            declared: step.reader.journey.declared, result: step.reader.results(at: binding.onEvent),
            event: binding.onEvent, payload: payloads[binding.onEvent].types)
        for (name, path) in paths.sorted(by: { $0.key < $1.key }) where ["payload", "event"].contains(path.root) {
            guard let member = place.member("in")?.member(name) else { continue }
            do throws(Refusal) { _ = try member.path(in: scope, fitting: binding.operation.inputs[name]) } catch {
                add(.argumentType, .error, member.path, error.message)
            }
        }
    }

    /// Reports outputs that order amounts of a response as text.
    private mutating func outputs(of binding: Binding, at place: Reading, _ step: LoadingCheck.StepCheck) {
        let shapes = step.reader.journey.resolver
        func environment(_ operation: Operation?) -> ExpressionEnvironment {
            CallReply.environment(
                result: operation.map { shapes.shapes(of: $0).answer } ?? .dyn, headers: binding.answerHeaders)
        }
        let answer = environment(binding.operation)
        var read = binding.outputValues.map { ("out.\($0)", $1, answer) }
        read += binding.errorValues.map { ("outOnError.\($0)", $1, environment(nil)) }
        if let poll = binding.poll { read.append(("poll.until", poll.until, answer)) }
        if let query = binding.statusQuery {
            let answer = environment(query.operation)
            read += [("status.until", query.poll.until, answer), ("status.done", query.done, answer)]
            read += query.outputValues.map { ("status.out.\($0)", $1, answer) }
        }
        for (name, expression, environment) in read.sorted(by: { $0.0 < $1.0 }) {
            order(TextOrder(expression, in: environment) { _ in nil }, at: "\(place.path).\(name)")
        }
    }

    /// Reports headers that order amounts as text.
    private mutating func headers(
        of binding: Binding, at place: Reading, _ step: LoadingCheck.StepCheck, _ payload: PayloadTypes,
        _ texts: TextForms
    ) {
        for (name, expression) in binding.headerValues.sorted(by: { $0.key < $1.key }) {
            order(
                of: expression, at: "\(place.path).call.headers.\(name)", on: binding.onEvent, step, payload, texts)
        }
    }

    /// Reports addresses, parameters of native steps and results that order amounts as text.
    private mutating func otherValues(of step: LoadingCheck.StepCheck, _ texts: TextForms) {
        let reading = step.reader.step
        let scope = PathScope(
            declared: step.reader.journey.declared, result: nil, event: "", payload: PayloadTypes().types)
        let members =
            [reading.member("url")].compactMap(\.self)
            + (children(of: reading.member("in")) + children(of: reading.member("result"))).map(\.value)
        for member in members {
            guard let source = member.value.string,
                let expression = try? Expression(compiling: source, in: scope.callEnvironment)
            else { continue }
            order(of: expression, at: member.path, on: "", step, PayloadTypes(), texts)
        }
    }

    private mutating func condition(
        _ source: String, at path: String, on event: String, _ step: LoadingCheck.StepCheck, _ payload: PayloadTypes,
        _ texts: TextForms
    ) {
        guard !isKnown(path, .invalidGuard, .manifest) else { return }
        let scope = PathScope(
            declared: step.reader.journey.declared, result: step.reader.results(at: event), event: event,
            payload: payload.types)
        guard version < .v13 else {
            do throws(ExpressionError) {
                let expression = try Expression(compiling: source, in: scope.environment)
                order(of: expression, at: path, on: event, step, payload, texts)
            } catch {
                add(.invalidGuard, .warning, path, "\(path) can never be evaluated: \(error.place(in: source)).")
            }
            return
        }
        let compiled: Guard
        do throws(GuardError) {
            compiled = try Guard(compiling: source) { (path) throws(GuardError) in try scope.type(of: path) }
        } catch {
            return add(
                .invalidGuard, .warning, path,
                "\(path) can never be evaluated: \(error.detail.dropLast()) (\(error.reason.rawValue)).")
        }
        order(TextOrder(compiled.program) { self.side(of: $0, scope, step, payload, texts) }, at: path)
    }

    /// Reports an expression that orders amounts as text.
    private mutating func order(
        of expression: Expression, at path: String, on event: String, _ step: LoadingCheck.StepCheck,
        _ payload: PayloadTypes, _ texts: TextForms
    ) {
        let scope = PathScope(
            declared: step.reader.journey.declared, result: step.reader.results(at: event), event: event,
            payload: payload.types)
        order(
            TextOrder(expression, in: scope.callEnvironment) { self.side(of: $0, scope, step, payload, texts) },
            at: path)
    }

    private mutating func order(_ order: TextOrder, at path: String) {
        guard let sign = order.firstFault else { return }
        add(
            .textOrder, sign.isCertain ? .error : .warning, path,
            "\(path) compares strings with '\(sign.text)', character by character: \"12.50\" > \"9.00\" is false.")
    }

    private func side(
        of path: ContextPath, _ scope: PathScope, _ step: LoadingCheck.StepCheck, _ payload: PayloadTypes,
        _ texts: TextForms
    ) -> TextOrder.Side? {
        switch path.root {
        case "payload", "event": texts.kind(of: path, at: 0, payload.types, payload.forms)
        case "result": texts.result(path, scope.result, step)
        case "steps": texts.output(path, step.reader.journey.declared)
        default: nil
        }
    }
}

/// Finds comparisons of a guard or an expression that order strings of numbers as text.
struct TextOrder {
    /// The known form of one side of a comparison.
    enum Side {
        /// A string that spells a number.
        case decimal
        /// A literal of digits: a number, or of fixed width, such as `"20260131"`, which then orders correctly.
        case digits
        /// A string of unknown form.
        case text
        /// A string whose text order is that of its value, or a literal that is not a number.
        case ordered
    }

    /// The operator of a wrong comparison. `isCertain` is `true` where numbers are certainly compared.
    struct Fault {
        let text: String
        let isCertain: Bool
    }

    /// The comparisons, each with its operator and sides.
    private let comparisons: [(sign: String, sides: [Side?])]

    /// Reads the comparisons of a guard. `side` returns the form of a path's value, or `nil` if it is not a string or unknown.
    init(_ program: GuardProgram, side: (ContextPath) -> Side?) {
        let signs: [GuardProgram.Kind: String] = [
            .less: "<", .lessOrEqual: "<=", .greater: ">", .greaterOrEqual: ">=",
        ]
        comparisons = program.nodes.compactMap { node in
            guard let sign = signs[node.kind] else { return nil }
            let sides = [node.first, node.second].map { index -> Side? in
                let node = program.nodes[Int(index)]
                switch node.kind {
                case .literal:
                    guard case .text(let text) = program.literals[Int(node.first)] else { return nil }
                    return TextOrder.side(of: text)
                case .path: return side(program.paths[Int(node.first)])
                default: return nil
                }
            }
            return (sign, sides)
        }
    }

    /// Reads the comparisons of an expression. Of values within objects and lists, only the type is known: those that are text are
    /// amounts by their name.
    init(_ expression: Expression, in environment: ExpressionEnvironment, side: (ContextPath) -> Side?) {
        let program = expression.program
        var checker = ExpressionChecker(program, environment)
        // Also sets the types of the macros' variables.
        _ = try? checker.type(program.root)
        let signs: [ExpressionProgram.Kind: String] = [
            .less: "<", .lessOrEqual: "<=", .greater: ">", .greaterOrEqual: ">=",
        ]
        comparisons = program.nodes.compactMap { node in
            guard let sign = signs[node.kind] else { return nil }
            let sides = [node.first, node.second].map { index -> Side? in
                let node = program.nodes[Int(index)]
                switch node.kind {
                case .constant:
                    guard case .string(let text) = program.constants[Int(node.first)] else { return nil }
                    return TextOrder.side(of: text)
                case .path:
                    let path = program.paths[Int(node.first)]
                    if let known = side(path) { return known }
                    guard case .name(let name)? = path.elements.last else { return nil }
                    return TextOrder.side(ofMember: name, try? checker.type(Int(index)))
                case .select:
                    return TextOrder.side(ofMember: program.names[Int(node.second)], try? checker.type(Int(index)))
                default: return nil
                }
            }
            return (sign, sides)
        }
    }

    /// Parts of names that amounts have.
    private static let amountNames = ["amount", "balance", "limit", "price", "total"]

    private static func side(ofMember name: String, _ type: ExpressionType?) -> Side? {
        guard type == .string || type == .dyn else { return nil }
        let name = name.lowercased()
        return amountNames.contains(where: name.contains) ? .text : nil
    }

    var firstFault: Fault? {
        for (sign, sides) in comparisons {
            if sides.contains(.decimal) || sides == [.digits, .digits] { return Fault(text: sign, isCertain: true) }
            let isOrdered = sides.contains(.ordered)
            if sides == [.text, .text] || sides.contains(.digits) && !isOrdered {
                return Fault(text: sign, isCertain: false)
            }
        }
        return nil
    }

    /// Returns the form of a literal.
    private static func side(of text: String) -> Side {
        guard TextForm.isDecimal(text) else { return .ordered }
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? .digits : .decimal
    }
}

/// The forms of string outputs that steps declare, by step.
struct TextForms {
    private var forms: [String: [String: TextForm]] = [:]

    init(_ steps: [LoadingCheck.StepCheck], _ plugins: [PluginDescription]) {
        for step in steps {
            let name = step.reader.id.rawValue
            for (_, binding) in step.bindings {
                for output in binding.outputs.keys {
                    forms[name, default: [:]][output] = binding.operation.answers.outputs.forms[output]
                }
            }
            guard step.type == "native",
                let plugin = step.value["plugin"]?.string.flatMap({ PluginDescription.meant(by: $0, among: plugins) })
            else { continue }
            for output in (step.value["out"]?.object ?? [:]).keys {
                forms[name, default: [:]][output] = plugin.answer.forms[output]
            }
        }
    }

    /// Returns the form of the value at `path` among members of these types, whose names begin at the element `index`.
    func kind(
        of path: ContextPath, at index: Int, _ types: [String: ValueType], _ forms: [String: TextForm]
    ) -> TextOrder.Side? {
        guard path.elements.count == index + 1, case .name(let name) = path.elements[index], types[name] == .string
        else { return nil }
        switch forms[name] {
        case .decimal: return .decimal
        case .moment: return .ordered
        case nil: return .text
        }
    }

    func result(
        _ path: ContextPath, _ types: [String: ValueType]?, _ step: LoadingCheck.StepCheck
    ) -> TextOrder.Side? {
        kind(of: path, at: 0, types ?? [:], forms[step.reader.id.rawValue] ?? [:])
    }

    func output(_ path: ContextPath, _ declared: DeclaredOutputs) -> TextOrder.Side? {
        guard case .name(let step)? = path.elements.first else { return nil }
        return kind(of: path, at: 1, declared[step] ?? [:], forms[step] ?? [:])
    }
}
