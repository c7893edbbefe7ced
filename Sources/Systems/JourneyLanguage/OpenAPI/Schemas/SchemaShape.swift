internal import JourneyBase

/// The statically known shape of a schema's values, used to check a manifest's names and types at load. Unsupported keywords make
/// the shape less precise, never wrong; the validator checks the values themselves.
struct SchemaShape {
    /// A member of an object.
    struct Property {
        /// The type, or `nil` if the document declares none.
        var type: ValueType?
        var isNullable = false
        /// The member's schema, with `$ref`s resolved.
        let schema: Reading
    }

    var type: ValueType?
    var isNullable = false
    var properties: [String: Property] = [:]
    var required: Set<String> = []
    /// The schema of an array's elements, if they share one.
    var items: Reading?
    /// The schema of undeclared members.
    var others: Reading?
    /// The options of each `oneOf` and `anyOf`.
    var choices: [[Reading]] = []
    /// Members of the other direction: `readOnly` ones in requests, `writeOnly` ones in responses.
    var excluded: Set<String> = []
    /// `true` if undeclared members are allowed: the schema allows them explicitly, or declares no members.
    var isOpen: Bool { takesMore || (properties.isEmpty && !isClosed) }
    private var takesMore = false
    private var isClosed = false
    /// `true` if undeclared members have schemas by their names, so that `others` is not the schema of all of them.
    private var hasPatterns = false

    private static let depthLimit = 16
    /// The maximum number of schemas in one shape. References can turn a small document into a large tree.
    private static let nodeLimit = 2_000

    init(_ reading: Reading, _ references: OpenAPIReferences, _ use: JSONSchema.Use) throws(Refusal) {
        var walk = Walk(references: references, use: use)
        try add(reading, depth: 0, &walk)
        for name in excluded {
            properties[name] = nil
            required.remove(name)
        }
    }

    /// Creates the shape of an empty schema.
    init() {}

    private struct Walk {
        let references: OpenAPIReferences
        let use: JSONSchema.Use
        var nodes = 0

        mutating func enter(_ reading: Reading, depth: Int) throws(Refusal) {
            try reading.require(depth < SchemaShape.depthLimit, "is nested too deeply, or contains itself", .oapiSchema)
            nodes += 1
            try reading.require(nodes <= SchemaShape.nodeLimit, "consists of too many schemas", .oapiSchema)
        }
    }

    private mutating func add(_ reading: Reading, depth: Int, _ walk: inout Walk) throws(Refusal) {
        try walk.enter(reading, depth: depth)
        if let reference = reading.member("$ref") {
            try add(walk.references.target(of: reference), depth: depth + 1, &walk)
            if walk.references.version == .v30 { return }
        }
        // The schemas `true` and `false` have no shape.
        guard reading.value.object != nil else { return }
        try readType(of: reading)
        if let more = reading.member("additionalProperties") {
            if more.value == false { isClosed = true } else { takesMore = true }
            others = hasPatterns ? nil : more
        }
        if reading.member("patternProperties") != nil { (takesMore, hasPatterns, others) = (true, true, nil) }
        if let elements = reading.member("items") { items = elements }
        for name in try reading.member("required")?.elements() ?? [] { required.insert(try name.text()) }
        for (name, property) in try reading.member("properties")?.members() ?? [] {
            try add(property, as: name, depth: depth + 1, &walk)
        }
        for part in try reading.member("allOf")?.elements() ?? [] { try add(part, depth: depth + 1, &walk) }
        for word in ["oneOf", "anyOf"] {
            guard let branches = reading.member(word) else { continue }
            takesMore = true
            let options = try branches.elements()
            choices.append(options)
            try addType(ofBranches: options, depth: depth + 1, &walk)
        }
    }

    private mutating func add(_ reading: Reading, as name: String, depth: Int, _ walk: inout Walk) throws(Refusal) {
        var known = SchemaShape()
        try known.addType(of: reading, depth: depth, &walk)
        let schema = try walk.references.resolve(reading)
        let word = walk.use == .request ? "readOnly" : "writeOnly"
        if schema.value[word] == true || reading.value[word] == true { excluded.insert(name) }
        let old = properties[name]
        properties[name] = Property(
            type: known.type ?? old?.type, isNullable: known.isNullable || old?.isNullable ?? false, schema: schema)
    }

    /// Adds the type alone, without members.
    private mutating func addType(of reading: Reading, depth: Int, _ walk: inout Walk) throws(Refusal) {
        try walk.enter(reading, depth: depth)
        if let reference = reading.member("$ref") {
            try addType(of: walk.references.target(of: reference), depth: depth + 1, &walk)
            if walk.references.version == .v30 { return }
        }
        guard reading.value.object != nil else { return }
        try readType(of: reading)
        for part in try reading.member("allOf")?.elements() ?? [] where type == nil {
            try addType(of: part, depth: depth + 1, &walk)
        }
        for word in ["oneOf", "anyOf"] where type == nil {
            try addType(ofBranches: reading.member(word)?.elements() ?? [], depth: depth + 1, &walk)
        }
    }

    /// Adds the type that all branches share, if any.
    private mutating func addType(ofBranches branches: [Reading], depth: Int, _ walk: inout Walk) throws(Refusal) {
        var types: Set<ValueType?> = []
        for branch in branches {
            var known = SchemaShape()
            try known.addType(of: branch, depth: depth, &walk)
            isNullable = isNullable || known.isNullable
            if branch.value["type"] == "null" { isNullable = true } else { types.insert(known.type) }
        }
        if types.count == 1, let shared = types.first, type == nil { type = shared }
    }

    private mutating func readType(of schema: Reading) throws(Refusal) {
        if schema.value["nullable"] == true { isNullable = true }
        guard let member = schema.member("type") else { return }
        if let name = member.value.string {
            type = ValueType(rawValue: name)
            return
        }
        let names = try member.elements().map { $0.value.string }
        isNullable = isNullable || names.contains("null")
        let others = names.compactMap { $0 }.filter { $0 != "null" }
        type = others.count == 1 ? ValueType(rawValue: others[0]) : nil
    }
}
