internal import JourneyBase
internal import JourneyCrypto

extension StateMachine {
    /// Starts the call of `binding`. If its arguments are missing, the call fails without being sent.
    mutating func begin(
        _ binding: Binding, at index: Int, of step: Step, on event: RaisedEvent, _ effects: inout [Effect]
    ) {
        let arguments: [String: JSONValue]
        let queryArguments: [String: JSONValue]?
        let headers: HTTPFields
        do throws(JourneyError) {
            let place = "steps.\(step.id).bindings[\(index)]"
            arguments = try self.arguments(of: binding, at: place, on: event)
            if assumptions != nil {
                (queryArguments, headers) = ([:], [:])
            } else {
                queryArguments = try binding.statusQuery.map { (query) throws(JourneyError) in
                    try values(
                        of: query.arguments, for: query.operation, at: "\(place).status",
                        in: callScope(context(of: event)))
                }
                headers = try self.headers(of: binding, at: place, arguments: arguments, on: event)
            }
        } catch {
            note(.unsent(operation: binding.operation.id, error), effects)
            return failed(binding, error, status: nil, problem: nil, depth: event.depth, &effects)
        }
        let slot = PendingCall.Slot(step: step.id, binding: index)
        // Manifests 1.1 and 1.2 don't say which calls move money. PUT and DELETE may be repeated (RFC 9110, section 9.2.2).
        let mayMoveMoney =
            binding.declaresEffects
            ? !binding.carriesKey && (binding.movesMoney || binding.effect == .once)
            : !binding.operation.mayRepeat && (userActions.hasApproved || journey.resultNeeds(binding, of: step))
        let fingerprint = fingerprint(of: (assumptions == nil ? intent(of: binding, on: event) : nil) ?? arguments)
        let call: PendingCall
        do throws(JourneyError) {
            try requireApproval(of: slot, fingerprint, on: event)
            call = try beginCall(
                of: slot, fingerprint, operation: binding.operation.id,
                kind: binding.carriesKey ? .keyed : mayMoveMoney ? .unkeyed : .untracked,
                repeats: Ledger.Repeats(binding)
            ) { [visit] id, attempt in
                var call = PendingCall(
                    id: id, step: step.id, visit: visit, bindingIndex: index, binding: binding, arguments: arguments,
                    headers: headers, fingerprint: fingerprint, attempt: attempt, literalKey: step.idempotencyKey,
                    mayMoveMoney: mayMoveMoney)
                call.queryArguments = queryArguments
                return call
            }
        } catch {
            return failed(binding, error, status: nil, problem: nil, depth: event.depth, &effects)
        }
        effects.append(.call(call))
    }

    /// Refuses a call whose values are not those that its approval has shown.
    private func requireApproval(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], on event: RaisedEvent
    ) throws(JourneyError) {
        guard let approved = journey.approvals[slot.place] else { return }
        let values = try values(of: approved, in: context(of: event))
        guard isApproved(slot, values, fingerprint) else {
            throw JourneyError(
                .scaRequired,
                "\(slot.place).call.sca: \(approved.approval.step) has not approved these values."
            )
        }
    }

    private func arguments(
        of binding: Binding, at place: String, on event: RaisedEvent
    ) throws(JourneyError) -> [String: JSONValue] {
        if assumptions != nil { return try Assumptions.arguments(of: binding, in: context(of: event)) }
        switch binding.arguments {
        case .none: return [:]
        case .from(let path):
            var value: JSONValue? = event.payload
            for name in path { value = value?[name] }
            let unusable = JourneyError(
                .validationFail, "The event's payload has no usable object at the binding's argsFrom path.")
            guard let arguments = value?.object else { throw unusable }
            // Headers and cookies come from the manifest's declarations only, never from a name that a page chooses.
            let isPlain = arguments.keys.allSatisfy { name in
                binding.operation.inputs[name].map { $0.place != .header && $0.place != .cookie } ?? true
            }
            guard isPlain else { throw unusable }
            return arguments
        case .declared(let paths):
            // Missing values are omitted: the operation declares which arguments it requires.
            let context = context(of: event)
            return paths.compactMapValues { $0.value(in: context) }
        case .expressions(let expressions):
            return try values(
                of: expressions, for: binding.operation, at: place, in: callScope(context(of: event)))
        }
    }

    private func values(
        of expressions: [String: Expression], for operation: Operation, at place: String, in scope: ExpressionScope
    ) throws(JourneyError) -> [String: JSONValue] {
        var arguments: [String: JSONValue] = [:]
        for (name, expression) in expressions.sorted(by: { $0.key < $1.key }) {
            do throws(ExpressionError) { arguments[name] = try expression.json(in: scope) } catch {
                throw JourneyError(error, of: expression, at: "\(place).in.\(name)")
            }
            try requirePlain(arguments[name], name, expression, operation)
        }
        guard let spread = operation.spreading(arguments) else {
            throw JourneyError(
                .validationFail, "The body of \(operation.id) is no object, or has a member that is another argument.")
        }
        return spread
    }

    /// Returns the arguments as they would be at a fixed time and in a run of a fixed name, so that the same intent is recognised
    /// when its call is repeated later, or by a run that was resumed. `nil` where neither matters.
    private func intent(of binding: Binding, on event: RaisedEvent) -> [String: JSONValue]? {
        guard case .expressions(let expressions) = binding.arguments,
            expressions.values.contains(where: { !$0.reads.isDisjoint(with: ["session", "session.now"]) })
        else { return nil }
        var context = context(of: event)
        var session = session.object ?? [:]
        session["correlationId"] = .string(PendingCall.sampleKey)
        context.session = .object(session)
        var scope = callScope(context)
        if scope.values["session.now"] != nil, let fixed = ExpressionTimestamp(seconds: 0) {
            scope.values["session.now"] = .timestamp(fixed)
        }
        return try? values(of: expressions, for: binding.operation, at: "", in: scope)
    }

    /// Refuses an object of a page where its names would become names of an address or of cookies, and a list whose elements would
    /// become values of one.
    private func requirePlain(
        _ value: JSONValue?, _ name: String, _ expression: Expression, _ operation: Operation
    ) throws(JourneyError) {
        guard expression.isTainted else { return }
        let isRefused =
            switch value {
            case .object: operation.maySpread(name, .object) && !expression.hasConstantNames
            case .array: operation.maySpread(name, .array) && !expression.isListLiteral
            default: false
            }
        guard isRefused else { return }
        throw JourneyError(
            .validationFail,
            "The argument \(Refusal.quote(name)) of \(operation.id) is a page's object or list, which an address must not have."
        )
    }

    /// Handles the answer of a call while the run continues.
    mutating func callFinished(_ id: PendingCall.ID, _ answer: CallAnswer, _ effects: inout [Effect]) {
        guard let call = endCall(id) else { return }
        let answer = checked(answer, of: call)
        record(answer, of: call, isDelivered: call.visit == visit)
        guard call.visit == visit else {
            return report(
                .lateAnswer, call.binding.onEvent, "\(call.binding.operation.id) answered after its step was left.",
                &effects)
        }
        deliver(answer, of: call, &effects)
        // The call is known to be done, so resuming must not lead back to the step that requested it.
        if call.isTracked, case .success = answer, visit != call.visit { savePoint(&effects) }
    }

    /// Returns the HMAC-SHA256 of the session's own key and the arguments in canonical form.
    private func fingerprint(of arguments: [String: JSONValue]) -> [UInt8] {
        let value = JSONValue.object(arguments)
        return HMACSHA256.tag(
            Array((session["idempotencyKey"]?.string ?? "").utf8) + [0] + (value.canonicalBytes ?? value.compactBytes),
            key: fingerprintKey)
    }

    /// Turns a success that lacks a declared output into a failure.
    func checked(_ answer: CallAnswer, of call: PendingCall) -> CallAnswer {
        guard case .success(let status, let body, var reply) = answer else { return answer }
        reply.status = reply.status ?? status
        guard let error = missingOutput(in: body, reply, of: call.binding, at: call.place) else {
            return .success(status: status, body: body, reply: reply)
        }
        return .failure(error, status: status)
    }

    /// Returns the reason why `body` lacks a declared output. Where the journey is explored, it lacks none.
    func missingOutput(
        in body: JSONValue, _ reply: CallReply = CallReply(), of binding: Binding, at place: String
    ) -> JourneyError? {
        assumptions == nil ? binding.missingOutput(in: body, reply, at: place) : nil
    }

    /// Returns the values of the outputs that `body` has. Where the journey is explored, the body is assumed to consist of them.
    func readable(_ body: JSONValue, _ reply: CallReply, of binding: Binding) -> JSONValue {
        assumptions == nil ? binding.readable(in: body, reply) : body
    }

    private mutating func deliver(_ answer: CallAnswer, of call: PendingCall, _ effects: inout [Effect]) {
        switch answer {
        case .failure(let error, let status, let problem, _, let reply):
            let values = assumptions == nil ? call.binding.readable(inError: reply) : reply.body
            let result = store(values, call.binding.errorOutputs, in: call.step)
            failed(call.binding, error, status: status, problem: problem, result: result, depth: 0, &effects)
        case .success(_, let body, let reply):
            let result = store(readable(body, reply, of: call.binding), call.binding.outputs, in: call.step)
            guard let name = call.binding.onSuccessEmit else { return }
            let payload = body.object == nil ? [:] : body
            emitToPage(name, payload, &effects)
            raise(RaisedEvent(name: name, payload: payload, result: result, depth: 1), &effects)
        }
    }

    private mutating func failed(
        _ binding: Binding, _ error: JourneyError, status: Int?, problem: CallProblem?, result: JSONValue? = nil,
        depth: Int, _ effects: inout [Effect]
    ) {
        var members = problem?.members ?? [:]
        members["code"] = .string(error.code.rawValue)
        members["status"] = status.map { .number(JSONNumber(Int64($0))) }
        guard let name = binding.onErrorEmit else {
            if follow(error, .object(members), &effects) { return }
            // What a poll has not found out has not failed.
            return end(binding.poll == nil ? .failed(error) : .pending(summary(error.code)), &effects)
        }
        if !isHandled(name), follow(error, .object(members), &effects) { return }
        emitToPage(name, .object(members), &effects)
        raise(
            RaisedEvent(
                name: name, payload: .object(members), result: result, code: error.code, depth: depth + 1), &effects)
    }
}

extension StateMachine {
    /// Returns the manifest's headers for a call.
    ///
    /// A template with a missing value omits its header, and so does an expression that is `null`, unless the operation requires
    /// the header.
    ///
    /// - Throws: `VALIDATION_FAIL` if a header is missing, or must not be sent.
    private func headers(
        of binding: Binding, at place: String, arguments: [String: JSONValue], on event: RaisedEvent
    ) throws(JourneyError) -> HTTPFields {
        let refused = JourneyError(
            .validationFail, "A header of \(binding.operation.id) is missing, or its value must not be sent.")
        var fields = journey.headers
        try add(journey.headerValues, at: "headers", in: Context(steps: outputs.json, session: session), to: &fields)
        let levels = [(journey.headerTemplates, [:] as HTTPFields), (binding.headerTemplates, binding.headers)]
        for (templates, fixed) in levels {
            for field in fixed.fields { fields[field.name] = field.value }
            for (name, template) in templates {
                switch render(template, arguments) {
                case .text(let value): fields[name] = value
                case .absent: continue
                case .unsafe: throw refused
                }
            }
        }
        try add(binding.headerValues, at: "\(place).call.headers", in: context(of: event), to: &fields)
        let isWhole = binding.operation.inputs.allSatisfy { argument, input in
            input.place != .header || !input.isRequired || arguments[argument] != nil || fields[input.name] != nil
                || binding.keyPlacement?.place == .header(input.name)
        }
        guard isWhole else { throw refused }
        return fields
    }

    /// Adds the values of headers that are expressions.
    private func add(
        _ values: [String: Expression], at place: String, in context: Context, to fields: inout HTTPFields
    ) throws(JourneyError) {
        guard !values.isEmpty else { return }
        let scope = callScope(context)
        for (name, expression) in values.sorted(by: { $0.key < $1.key }) {
            do throws(ExpressionError) {
                switch try expression.json(in: scope) {
                case .null: fields[name] = nil
                case .string(let text) where StateMachine.mayBeSent(text): fields[name] = text
                case .string:
                    throw ExpressionError(.value, at: 0, "A header is 1 to 1,024 printable ASCII characters.")
                default: throw ExpressionError(.type, at: 0, "A header is a string.")
                }
            } catch {
                throw JourneyError(error, of: expression, at: "\(place).\(name)")
            }
        }
    }

    private enum Rendered {
        case text(String)
        case absent
        case unsafe
    }

    private func render(_ template: HeaderTemplate, _ arguments: [String: JSONValue]) -> Rendered {
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .variable(let variable):
                guard let value = value(of: variable) else { return .absent }
                text += value
            case .output(let step, let name):
                guard let value = outputs[step]?[name] else { return .absent }
                guard let plain = ParameterValue.text(value) else { return .unsafe }
                text += plain
            case .input(let name):
                guard let value = arguments[name] else { return .absent }
                guard let plain = ParameterValue.text(value) else { return .unsafe }
                text += plain
            }
        }
        return StateMachine.mayBeSent(text) ? .text(text) : .unsafe
    }

    func value(of variable: HeaderVariable) -> String? {
        switch variable {
        case .journeyID: journey.id.rawValue
        case .sequence: journey.sequence.map { String($0) }
        case .step: currentStep.rawValue
        default: headerValues[variable]
        }
    }

    /// Returns `true` for printable ASCII without spaces at the ends: no line break, and no value that servers may interpret
    /// differently.
    private static func mayBeSent(_ text: String) -> Bool {
        (1...HeaderTemplate.valueLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }
}
