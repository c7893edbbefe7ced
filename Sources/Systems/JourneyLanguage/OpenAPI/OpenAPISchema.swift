internal import JourneyBase

/// What is known of a schema's values: as much as binding arguments can be checked against.
struct OpenAPISchema {
    var type: ValueType?
    var isNullable = false
    /// Members of an object, each with what is known of it.
    var properties: [String: (type: ValueType?, isNullable: Bool)] = [:]
    var required: Set<String> = []
    /// Whether members that are not declared are welcome: the schema says so itself, or declares none.
    var isOpen: Bool { takesMore || properties.isEmpty }
    private var takesMore = false

    private static let depthLimit = 16
    /// Schemas that one schema may be made of. References make a small document a large tree.
    private static let nodeLimit = 2_000

    /// Reads `reading`. Schemas that say more than this can hold (`oneOf`, `not`, …) are known less, never wrongly.
    init(_ reading: Reading, _ references: OpenAPIReferences) throws(Refusal) {
        var nodes = 0
        try add(reading, references, depth: 0, &nodes)
    }

    private mutating func add(
        _ reading: Reading, _ references: OpenAPIReferences, depth: Int, _ nodes: inout Int
    ) throws(Refusal) {
        try OpenAPISchema.count(reading, depth, &nodes)
        let schema = try references.resolve(reading)
        // 3.1 allows the schemas `true` and `false`; they say nothing of a type.
        guard schema.value.object != nil else { return }
        try readType(of: schema)
        if let more = schema.member("additionalProperties"), more.value != false { takesMore = true }
        if schema.member("oneOf") != nil || schema.member("anyOf") != nil { takesMore = true }
        for name in try schema.member("required")?.elements() ?? [] { required.insert(try name.text()) }
        for (name, property) in try schema.member("properties")?.members() ?? [] {
            let known = try OpenAPISchema.shallow(property, references, depth: depth + 1, &nodes)
            properties[name] = (known.type, known.isNullable)
        }
        for part in try schema.member("allOf")?.elements() ?? [] {
            try add(part, references, depth: depth + 1, &nodes)
        }
    }

    private static func count(_ reading: Reading, _ depth: Int, _ nodes: inout Int) throws(Refusal) {
        guard depth < depthLimit else { throw reading.refusal("nests too deep") }
        nodes += 1
        guard nodes <= nodeLimit else { throw reading.refusal("is made of too many schemas") }
    }

    private mutating func readType(of schema: Reading) throws(Refusal) {
        if schema.member("nullable")?.value == true { isNullable = true }
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

    /// A property's own type, without its members.
    private static func shallow(
        _ reading: Reading, _ references: OpenAPIReferences, depth: Int, _ nodes: inout Int
    ) throws(Refusal) -> OpenAPISchema {
        try count(reading, depth, &nodes)
        var known = OpenAPISchema()
        let schema = try references.resolve(reading)
        guard schema.value.object != nil else { return known }
        try known.readType(of: schema)
        for part in try schema.member("allOf")?.elements() ?? [] where known.type == nil {
            known.type = try shallow(part, references, depth: depth + 1, &nodes).type
        }
        return known
    }

    private init() {}
}
