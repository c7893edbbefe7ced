import JourneyBase
import JourneySandbox

/// Reads what the calls of a workflow are made of, what follows them, and the workflow's outputs.
struct ArazzoSteps {
    let file: SourceFile
    let workflow: JSONValue
    /// The JSON pointer of the workflow.
    let pointer: String
    private(set) var omissions: [String] = []

    private static let waitLimit = 60_000
    private static let retryLimit = 10

    init(file: SourceFile, workflow: JSONValue, pointer: String) {
        (self.file, self.workflow, self.pointer) = (file, workflow, pointer)
    }

    private mutating func omit(_ pointer: String, _ sentence: String) {
        omissions.append("\(file.location(of: pointer)): \(sentence)")
    }

    /// Returns the guide of a draft that calls `operations`, one for each step.
    mutating func guide(_ operations: [String]) -> DraftGuide {
        var guide = DraftGuide()
        let inputs = resolved(workflow["inputs"] ?? .null)
        for (name, schema) in inputs["properties"]?.object ?? [:] { guide.inputs[name] = resolved(schema) }
        for (index, step) in (workflow["steps"]?.array ?? []).enumerated() where operations.indices.contains(index) {
            guide.steps.append(self.step(step, operations[index], "\(pointer)/steps/\(index)"))
        }
        if workflow["dependsOn"] != nil {
            omit("\(pointer)/dependsOn", "dependsOn is not carried over; other workflows are not run first.")
        }
        for (name, value) in (workflow["outputs"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let own = "\(pointer)/outputs/\(escaped(name))"
            guard let text = value.string, let value = RuntimeExpression.value(text), case .output = value else {
                omit(own, "The output \(name) is not carried over: a result is made of steps' outputs.")
                continue
            }
            guide.result.append((name, value, file.location(of: own)))
        }
        return guide
    }

    private func escaped(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }

    /// Returns the value, or the part of this description that it refers to.
    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
        return file.value(at: String(reference.dropFirst())) ?? .null
    }

    /// Returns a parameter or an action with the members of the component that it refers to.
    private func component(_ value: JSONValue) -> JSONValue {
        guard let reference = value["reference"]?.string, reference.hasPrefix("$components."), let own = value.object
        else { return value }
        let names = reference.dropFirst("$components.".count).split(separator: ".", maxSplits: 1).map(String.init)
        guard names.count == 2, let named = file.value["components"]?[names[0]]?[names[1]]?.object else { return .null }
        return .object(named.merging(own) { $1 })
    }

    private mutating func step(_ step: JSONValue, _ operation: String, _ place: String) -> DraftGuide.Step {
        var read = DraftGuide.Step(
            name: step["stepId"]?.string ?? "", operation: operation, place: file.location(of: place))
        for (owner, list) in [(pointer, workflow["parameters"]), (place, step["parameters"])] {
            for (index, element) in (list?.array ?? []).enumerated() {
                guard let parameter = parameter(component(element), "\(owner)/parameters/\(index)") else { continue }
                read.parameters.removeAll { $0.name == parameter.name && $0.location == parameter.location }
                read.parameters.append(parameter)
            }
        }
        if let body = step["requestBody"] { read.body = self.body(body, "\(place)/requestBody") }
        for (name, value) in (step["outputs"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let own = "\(place)/outputs/\(escaped(name))"
            guard let answer = value.string.flatMap(RuntimeExpression.answer) else {
                omit(own, "The output \(name) is not carried over: \(value.string ?? "it") is no part of the response.")
                continue
            }
            read.outputs.append((name, answer, file.location(of: own)))
        }
        read.criteria = criteria(step["successCriteria"], "\(place)/successCriteria") ?? []
        read.onSuccess = actions(step, "onSuccess", "successActions", place)
        read.onFailure = actions(step, "onFailure", "failureActions", place)
        for name in ["dependsOn", "timeout", "channelPath", "correlationId"] where step[name] != nil {
            omit("\(place)/\(name)", "\(name) is not carried over.")
        }
        return read
    }

    private mutating func parameter(_ value: JSONValue, _ place: String) -> DraftGuide.Parameter? {
        guard let name = value["name"]?.string, let given = value["value"] else {
            omit(place, "The parameter is not carried over: it has no name or no value.")
            return nil
        }
        guard let made = self.value(given, "\(place)/value") else { return nil }
        return DraftGuide.Parameter(
            name: name, location: value["in"]?.string, value: made, place: file.location(of: place))
    }

    private mutating func value(_ value: JSONValue, _ place: String) -> DraftGuide.Value? {
        var unknown: [String] = []
        let made = RuntimeExpression.value(value) { unknown.append($0) }
        for text in unknown {
            omit(place, "\(text.prefix(80)) is not carried over: drafts have inputs, outputs of steps and responses.")
        }
        return made
    }

    private mutating func body(_ body: JSONValue, _ place: String) -> DraftGuide.Value? {
        guard var payload = body["payload"] else {
            omit(place, "requestBody is not carried over: it has no payload; the page asks for its members.")
            return nil
        }
        if let text = payload.string, text.first == "{" || text.first == "[" {
            guard let parsed = try? JSONReader.read(Array(text.utf8)) else {
                omit(
                    "\(place)/payload",
                    "The payload is not carried over: its text is no JSON; the page asks for its members.")
                return nil
            }
            payload = parsed
        }
        for (index, replacement) in (body["replacements"]?.array ?? []).enumerated() {
            guard let target = replacement["target"]?.string, target.hasPrefix("/"), let value = replacement["value"],
                let changed = ArazzoSteps.replaced(payload, target.dropFirst().split(separator: "/")[...], value)
            else {
                omit("\(place)/replacements/\(index)", "The replacement is not carried over: its target is not there.")
                continue
            }
            payload = changed
        }
        return value(payload, "\(place)/payload")
    }

    private static func replaced(_ whole: JSONValue, _ path: ArraySlice<Substring>, _ value: JSONValue) -> JSONValue? {
        guard let first = path.first else { return value }
        let name = String(first).replacing("~1", with: "/").replacing("~0", with: "~")
        switch whole {
        case .object(var members):
            guard let changed = replaced(members[name] ?? [:], path.dropFirst(), value) else { return nil }
            members[name] = changed
            return .object(members)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index),
                let changed = replaced(elements[index], path.dropFirst(), value)
            else { return nil }
            elements[index] = changed
            return .array(elements)
        default: return nil
        }
    }

    /// Returns the conditions of a list, or `nil` if one of them can't be carried over.
    private mutating func criteria(_ list: JSONValue?, _ place: String) -> [DraftGuide.Condition]? {
        var found: [DraftGuide.Condition] = []
        var isWhole = true
        for (index, criterion) in (list?.array ?? []).enumerated() {
            let own = "\(place)/\(index)"
            guard let term = ArazzoSteps.term(criterion) else {
                isWhole = false
                let type = criterion["type"]?.string ?? criterion["type"]?["type"]?.string ?? "simple"
                omit(
                    own,
                    "The \(type) condition is not carried over: \(criterion["condition"]?.string ?? "it has none").")
                continue
            }
            found.append(DraftGuide.Condition(term: term, place: file.location(of: own)))
        }
        return isWhole || place.hasSuffix("/successCriteria") ? found : nil
    }

    private static func term(_ criterion: JSONValue) -> DraftGuide.Term? {
        guard let condition = criterion["condition"]?.string else { return nil }
        switch criterion["type"]?.string ?? (criterion["type"] == nil ? "simple" : "") {
        case "simple": return ArazzoCondition.term(condition)
        case "regex":
            // Groups that only look, and references back, are none of RE2.
            let isPlain = !condition.contains("(?") && condition.firstRange(of: /\\[1-9]/) == nil
            guard isPlain, let value = criterion["context"]?.string.flatMap(RuntimeExpression.value) else { return nil }
            return .matches(value, condition)
        default: return nil
        }
    }

    private mutating func actions(
        _ step: JSONValue, _ member: String, _ shared: String, _ place: String
    ) -> [DraftGuide.Action] {
        var found: [DraftGuide.Action] = []
        var names: Set<String> = []
        let lists = [("\(place)/\(member)", step[member]), ("\(pointer)/\(shared)", workflow[shared])]
        for (list, elements) in lists {
            for (index, element) in (elements?.array ?? []).enumerated() {
                let action = component(element)
                // A step's own action takes the place of a workflow's with its name.
                if let name = action["name"]?.string, !names.insert(name).inserted { continue }
                let own = "\(list)/\(index)"
                guard let kind = ArazzoSteps.kind(action) else {
                    omit(own, "The action is not carried over: it leads to another workflow, or is of an unknown type.")
                    continue
                }
                guard let criteria = criteria(action["criteria"], "\(own)/criteria") else { continue }
                found.append(DraftGuide.Action(kind: kind, criteria: criteria, place: file.location(of: own)))
            }
        }
        return found
    }

    private static func kind(_ action: JSONValue) -> DraftGuide.Action.Kind? {
        guard action["workflowId"] == nil else { return nil }
        switch action["type"]?.string {
        case "end": return .end
        case "goto": return action["stepId"]?.string.map(DraftGuide.Action.Kind.go)
        case "retry" where action["stepId"] == nil:
            let seconds = action["retryAfter"]?.number?.double ?? 1
            let wait = Int(min(max(seconds * 1_000, 100), Double(waitLimit)))
            let limit = Int(clamping: action["retryLimit"]?.int64 ?? 1)
            return .retry(wait: wait, limit: min(max(limit, 1), retryLimit))
        default: return nil
        }
    }
}
