internal import JourneyBase

/// The argument names of an operation's parameters and body members.
///
/// A name used in one place is the argument's name. A name used in several places is qualified by place, as `query.id`; a plain
/// `id` is never guessed.
struct ArgumentNames {
    private(set) var inputs: [String: Operation.Input] = [:]
    private(set) var parameters: [String: Parameter] = [:]

    init(_ parameters: [Parameter], _ request: RequestBodyReader.Found?, at operation: Reading) throws(Refusal) {
        var counts: [String: Int] = [:]
        for parameter in parameters { counts[parameter.name, default: 0] += 1 }
        let members = request.map { $0.body.isFlat ? Array($0.members.keys) : [RequestBody.wholeName] } ?? []
        for name in members { counts[name, default: 0] += 1 }
        for parameter in parameters {
            let isAlone = counts[parameter.name] == 1
            let name = isAlone ? parameter.name : "\(parameter.place.rawValue).\(parameter.name)"
            let place = Operation.Input.Location(rawValue: parameter.place.rawValue) ?? .query
            try add(
                name,
                Operation.Input(
                    place: place, name: parameter.name, type: parameter.check.type, isRequired: parameter.isRequired,
                    isNullable: parameter.isNullable && parameter.place != .path), operation)
            self.parameters[name] = parameter
        }
        guard let request else { return }
        guard request.body.isFlat else {
            var isFile = false
            if case .bytes = request.body.kind { isFile = true }
            try add(
                RequestBody.wholeName,
                Operation.Input(
                    place: .body, name: RequestBody.wholeName, type: isFile ? .object : request.body.check.type,
                    isRequired: request.body.isRequired, isNullable: true, isFile: isFile), operation)
            return
        }
        for (member, property) in request.members.sorted(by: { $0.key < $1.key }) {
            let file = request.body.file(named: member)
            // A file's schema describes its encoded bytes; a call passes it as an object.
            let type = file.map { $0.isList ? ValueType.array : .object } ?? property.type
            try add(
                counts[member] == 1 ? member : "body.\(member)",
                Operation.Input(
                    place: .body, name: member, type: type, isRequired: request.required.contains(member),
                    isNullable: property.isNullable, isFile: file != nil), operation)
        }
    }

    private mutating func add(_ name: String, _ input: Operation.Input, _ operation: Reading) throws(Refusal) {
        guard inputs.updateValue(input, forKey: name) == nil else {
            throw operation.refusal("has two arguments called \(Refusal.quote(name))", .oapiParameter)
        }
    }
}
