internal import JourneyBase

extension LintRun {
    /// Reports native steps whose plugin is unknown, and what they pass to a known one or expect of it against its schemas.
    mutating func checkPlugins(known: Set<String>) {
        for (_, type, step) in steps where type == "native" {
            guard let member = step.member("plugin"), let name = member.value.string else { continue }
            if let plugin = plugins.first(where: { $0.name == name }) {
                outputs(of: step, plugin)
                parameters(of: step, plugin)
            } else if !known.contains(name) {
                let hint = SpellingSuggestion.hint(for: name, in: known.union(plugins.map(\.name)))
                add(
                    .unknownPlugin, .warning, at: member,
                    "uses an unknown plugin, which the host must register itself: \(Refusal.quote(name))\(hint)")
            }
        }
    }

    /// Reports expressions whose values a plugin's parameters never accept. A manifest of 1.2 has paths, whose types are not known here.
    mutating func checkPluginValues(_ check: LoadingCheck) {
        for step in check.readableSteps where step.type == "native" {
            guard version >= .v13, let name = step.value["plugin"]?.string,
                let plugin = plugins.first(where: { $0.name == name }),
                let method = plugin.method(of: step.reader.step), let values = try? step.reader.inputValues()
            else { continue }
            for (name, expression) in values.sorted(by: { $0.key < $1.key }) {
                guard let schema = method.parameter(name), let member = step.reader.step.member("in")?.member(name),
                    !expression.type.mayBe(schema)
                else { continue }
                add(
                    .argumentType, .error, at: member,
                    "is \(expression.type.name), but \(method.name) takes \(schema["type"]?.string ?? "another type").")
            }
        }
    }

    private mutating func outputs(of step: Reading, _ plugin: PluginDescription) {
        let answer = plugin.method(of: step)?.answer ?? plugin.answer
        for (name, member) in children(of: step.member("out")) {
            guard let type = member.value.string.flatMap(ValueType.init(rawValue:)), !answer.mayBring(name, type)
            else { continue }
            guard let known = answer.types[name] else {
                let hint = SpellingSuggestion.hint(for: name, in: answer.names)
                add(.unknownOutput, .error, at: member, "is not a member of the plugin \(plugin.name)'s result\(hint).")
                continue
            }
            add(
                .outputType, .error, at: member,
                "has the type \(type.rawValue), but the plugin \(plugin.name) returns \(known.rawValue).")
        }
    }

    private mutating func parameters(of step: Reading, _ plugin: PluginDescription) {
        let names = plugin.methods.map(\.name)
        guard let method = plugin.method(of: step) else {
            let member = step.member("params")?.member("method")
            add(
                .unknownMethod, .error, at: member ?? step,
                "\(member == nil ? "does not name" : "is not") a method of the plugin \(plugin.name) in params;"
                    + " it has \(names.joined(separator: ", ")).")
            return
        }
        let constants = children(of: step.member("params")).filter { $0.name != "method" }
        let paths = children(of: step.member("in"))
        for (name, member) in constants + paths where method.parameter(name) == nil && !method.takesMore {
            let hint = SpellingSuggestion.hint(for: name, in: Set(method.parameters))
            add(.unknownArgument, .error, at: member, "is not a parameter of \(method.name)\(hint).")
        }
        for (name, member) in constants { constant(member, method.parameter(name), method) }
        let missing = method.required.subtracting((constants + paths).map(\.name))
        for name in missing.sorted() {
            add(
                .missingArgument, .error, at: step,
                "lacks the parameter \(Refusal.quote(name)), which \(method.name) requires; add it to params or in.")
        }
    }

    private mutating func constant(_ member: Reading, _ schema: JSONValue?, _ method: PluginDescription.Method) {
        guard let schema, let compiled = try? JSONSchema.compile(schema, dialect: .draft202012),
            let fault = compiled.faults(in: member.value).first
        else { return }
        let place = fault.pointer.isEmpty ? "" : " at \(fault.pointer)"
        add(.argumentType, .error, at: member, "is not what \(method.name) takes\(place): it \(fault.reason).")
    }
}

extension ExpressionType {
    /// Returns `true` if a value of this type may have the type of a schema. `null` leaves a parameter out.
    fileprivate func mayBe(_ schema: JSONValue) -> Bool {
        let types = schema["type"]?.string.map { [$0] } ?? (schema["type"]?.array ?? []).compactMap(\.string)
        guard !types.isEmpty else { return true }
        let own: [String]
        switch self {
        case .string, .timestamp, .duration, .bytes: own = ["string"]
        case .bool: own = ["boolean"]
        case .int, .uint, .double, .number: own = ["integer", "number"]
        case .decimal: own = ["string", "number", "integer"]
        case .list: own = ["array"]
        case .map, .object: own = ["object"]
        case .dyn, .null, .type: return true
        }
        return !Set(own).isDisjoint(with: types)
    }
}
