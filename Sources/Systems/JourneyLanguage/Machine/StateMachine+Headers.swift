internal import JourneyBase

extension StateMachine {
    /// The headers that the manifest gives a call, or `nil` when one of them cannot be sent.
    ///
    /// A template that names a value which is not there leaves its header out, unless the operation requires that header.
    func headers(of binding: Binding, arguments: [String: JSONValue]) -> HTTPFields? {
        var fields = journey.headers
        let levels = [(journey.headerTemplates, [:] as HTTPFields), (binding.headerTemplates, binding.headers)]
        for (templates, fixed) in levels {
            for field in fixed.fields { fields[field.name] = field.value }
            for (name, template) in templates {
                switch render(template, arguments) {
                case .text(let value): fields[name] = value
                case .absent: continue
                case .unsafe: return nil
                }
            }
        }
        let isWhole = binding.operation.inputs.allSatisfy { argument, input in
            input.place != .header || !input.isRequired || arguments[argument] != nil || fields[input.name] != nil
        }
        return isWhole ? fields : nil
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
                guard let plain = StateMachine.plain(value) else { return .unsafe }
                text += plain
            case .input(let name):
                guard let value = arguments[name] else { return .absent }
                guard let plain = StateMachine.plain(value) else { return .unsafe }
                text += plain
            }
        }
        return StateMachine.mayBeSent(text) ? .text(text) : .unsafe
    }

    private func value(of variable: HeaderVariable) -> String? {
        switch variable {
        case .journeyID: journey.id.rawValue
        case .sequence: journey.sequence.map { String($0) }
        case .step: currentStep.rawValue
        default: headerValues[variable]
        }
    }

    private static func plain(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.lexeme
        case .bool(let truth): truth ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// Printable ASCII without space at the ends: no line break, and nothing that two servers read in two ways.
    private static func mayBeSent(_ text: String) -> Bool {
        (1...HeaderTemplate.valueLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }
}
