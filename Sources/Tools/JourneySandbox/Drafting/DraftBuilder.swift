import JourneyBase
import JourneyLanguage

/// Finds a source for each value of an operation's arguments: what earlier calls returned, a constant of the schema, or a field of
/// the page. A list is drafted with its least number of elements, a choice with the first branch that a page can ask for.
struct DraftBuilder {
    let schemas: DraftSchema
    let known: DraftOperation.Known
    /// `true` to ask for optional members too.
    let asksOptional: Bool
    /// The branch of each choice that is tried first.
    let branch: Int
    /// `true` to take a branch with members of the body before an empty one.
    let prefersContent: Bool
    private(set) var fields: [DraftField] = []
    /// The paths of objects of earlier answers that are used.
    private(set) var reused: Set<String> = []

    private static let depthLimit = 8
    /// The depth below which only required members are asked for.
    private static let optionalDepth = 3

    init(
        schemas: DraftSchema, known: DraftOperation.Known, asksOptional: Bool, branch: Int, prefersContent: Bool
    ) {
        (self.schemas, self.known, self.asksOptional) = (schemas, known, asksOptional)
        (self.branch, self.prefersContent) = (branch, prefersContent)
    }

    /// Takes over the fields of another builder.
    mutating func take(_ other: DraftBuilder) { (fields, reused) = (other.fields, other.reused) }

    /// A part of an operation that a draft can't have.
    struct Unsupported: Error {
        /// A noun phrase for it.
        let feature: String
        /// The names that lead to it.
        let path: [String]
    }

    /// Returns the source of a value, or `nil` for one that a request doesn't have.
    ///
    /// - Parameters:
    ///   - schema: The value's schema.
    ///   - names: The names that lead to the value in its argument, the argument's first.
    ///   - isRequired: `true` if the call needs it.
    /// - Throws: `Unsupported`.
    mutating func value(
        _ schema: JSONValue, at names: [String], isRequired: Bool, depth: Int = 0
    ) throws(Unsupported) -> DraftValue? {
        let whole = schemas.whole(schema)
        guard whole["readOnly"] != true else { return nil }
        guard depth < DraftBuilder.depthLimit else {
            throw Unsupported(feature: "a value that is nested too deeply", path: names)
        }
        if let given = known(whole, at: names, depth) { return given }
        if let constant = DraftBuilder.constant(whole), isRequired { return .constant(constant) }
        if let branches = schemas.branches(of: whole) {
            return try choice(among: branches, at: names, isRequired: isRequired, depth)
        }
        // A body without a type is an object.
        switch names.isEmpty ? "object" : schemas.type(of: whole) {
        case "object": return try object(whole, at: names, isRequired: isRequired, depth)
        case "array": return try list(whole, at: names, isRequired: isRequired, depth)
        case _ where whole["format"] == "binary" || whole["contentMediaType"] != nil && whole["contentEncoding"] == nil:
            throw Unsupported(feature: "a file", path: names)
        case nil where isRequired:
            let text: JSONValue = ["type": "string"]
            return field(.object(whole.merging(text.object ?? [:]) { first, _ in first }), at: names, isRequired: true)
        default: return field(schema, at: names, isRequired: isRequired)
        }
    }

    /// Returns a value that an earlier call has returned.
    private mutating func known(_ whole: [String: JSONValue], at names: [String], _ depth: Int) -> DraftValue? {
        guard let name = names.last else { return nil }
        let type = schemas.type(of: whole).flatMap(ValueType.init(rawValue:))
        if type == .object, let object = known.objects[names.joined(separator: ".")] {
            reused.insert(names.joined(separator: "."))
            return .known(object)
        }
        guard let found = known.values[name], type == nil || type == found.type else { return nil }
        // Below the arguments, only names that identify something mean the same everywhere.
        guard depth == 0 || names.count == 1 || DraftOperation.identifies(name) && name.count > 2 else { return nil }
        return .known(found.path)
    }

    private static func constant(_ schema: [String: JSONValue]) -> JSONValue? {
        if let constant = schema["const"] { return constant }
        let listed = schema["enum"]?.array ?? []
        return listed.count == 1 ? listed.first : Optional.none
    }

    /// Returns the value by the first branch that a page can ask for, without secrets if there is one.
    private mutating func choice(
        among branches: [[String: JSONValue]], at names: [String], isRequired: Bool, _ depth: Int
    ) throws(Unsupported) -> DraftValue? {
        var fault: Unsupported?
        var second: (builder: DraftBuilder, value: DraftValue?, rank: Int)?
        for index in branches.indices {
            var attempt = self
            do throws(Unsupported) {
                let value = try attempt.value(
                    .object(branches[(index + branch) % branches.count]), at: names, isRequired: isRequired,
                    depth: depth + 1)
                let isSecret = value.map { DraftBuilder.isSecret($0) } ?? false
                let isVoid = prefersContent && names.isEmpty && value?.fields.isEmpty ?? true
                guard isSecret || isVoid else {
                    self = attempt
                    return value
                }
                let rank = isSecret ? 2 : 1
                if rank < second?.rank ?? 3 { second = (attempt, value, rank) }
            } catch { fault = fault ?? error }
        }
        if let second {
            self = second.builder
            return second.value
        }
        if let fault { throw fault }
        return nil
    }

    /// Returns `true` if the value has a name of card data, a PIN, a password or a code.
    private static func isSecret(_ value: DraftValue) -> Bool {
        switch value {
        case .field(let path): path.split(separator: ".").contains { SensitiveNames.match(String($0)) }
        case .known, .constant: false
        case .list(let elements), .text(let elements): elements.contains(where: isSecret)
        case .object(let members): members.contains { SensitiveNames.match($0.name) || isSecret($0.value) }
        }
    }

    private mutating func object(
        _ whole: [String: JSONValue], at names: [String], isRequired: Bool, _ depth: Int
    ) throws(Unsupported) -> DraftValue? {
        var members: [DraftValue.Member] = []
        let asksOptional = asksOptional && depth < DraftBuilder.optionalDepth
        let all = schemas.members(of: whole)
        // An object that is required, of which nothing is, is no use when it is empty.
        let isLoose = isRequired && depth > 0 && !all.contains(where: \.isRequired)
        for member in all where member.isRequired || asksOptional || isLoose {
            guard !isLoose || asksOptional || members.isEmpty else { break }
            let before = self
            do throws(Unsupported) {
                let value = try value(
                    member.schema, at: names + [member.name], isRequired: isRequired && member.isRequired,
                    depth: depth + 1)
                guard let value else { continue }
                let isSecret =
                    !member.isRequired
                    && DraftBuilder.isSecret(.object([.init(name: member.name, value: value, isRequired: true)]))
                guard !isSecret, member.isRequired || !value.fields.isEmpty else {
                    self = before
                    continue
                }
                members.append(.init(name: member.name, value: value, isRequired: member.isRequired))
            } catch {
                guard !member.isRequired else { throw error }
                self = before
            }
        }
        guard members.isEmpty else { return .object(members) }
        let example = DraftExample(schemas: schemas, isAnswer: false, optionalDepth: 0).value(of: .object(whole))
        return isRequired ? .constant(example ?? [:]) : nil
    }

    private mutating func list(
        _ whole: [String: JSONValue], at names: [String], isRequired: Bool, _ depth: Int
    ) throws(Unsupported) -> DraftValue? {
        let least = whole["minItems"]?.int64 ?? 0
        // An optional list is left out.
        guard isRequired || depth == 0, (whole["maxItems"]?.int64 ?? 1) > 0 else {
            return isRequired ? .constant([]) : nil
        }
        let items = whole["items"] ?? ["type": "string"]
        var elements: [DraftValue] = []
        for number in 0..<Int(clamping: min(8, max(1, least))) {
            let own = number == 0 ? names : names.dropLast() + ["\(names.last ?? "item")\(number + 1)"]
            guard let element = try value(items, at: own, isRequired: isRequired, depth: depth + 1) else { break }
            elements.append(element)
        }
        return elements.isEmpty && least > 0 ? nil : .list(elements)
    }

    private mutating func field(_ schema: JSONValue, at names: [String], isRequired: Bool) -> DraftValue {
        let path = names.map(DraftValue.identifier).joined(separator: ".")
        // One field serves two arguments of the same name.
        if !fields.contains(where: { $0.path == path }) {
            fields.append(DraftField(path: path, schema: schema, isRequired: isRequired, schemas: schemas))
        }
        return .field(path)
    }
}
