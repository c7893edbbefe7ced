internal import JourneyBase

/// Compiled schemas, which refer to each other by index.
final class SchemaGraph: Sendable {
    let nodes: [SchemaNode]
    /// By resource, then by name: where `$dynamicRef` may lead.
    let dynamicAnchors: [Int: [String: Int]]
    /// Whether it matters which resources a reference has led through.
    let isDynamic: Bool
    /// For each node the one that is checked in its place: a node that only refers to another is passed over.
    let targets: [Int]
    /// Whether some member goes one way only.
    let hasDirections: Bool

    init(nodes: [SchemaNode], dynamicAnchors: [Int: [String: Int]]) {
        self.nodes = nodes
        self.dynamicAnchors = dynamicAnchors
        isDynamic = !dynamicAnchors.isEmpty
        hasDirections = nodes.contains { !$0.readOnlyMembers.isEmpty || !$0.writeOnlyMembers.isEmpty }
        targets = nodes.indices.map { dynamicAnchors.isEmpty ? SchemaGraph.target(of: $0, in: nodes) : $0 }
    }

    private static func target(of node: Int, in nodes: [SchemaNode]) -> Int {
        var node = node
        // Circles were refused, and a very long chain is given up when it is checked.
        for _ in 0..<64 {
            guard nodes[node].checks.count == 1, case .reference(let next) = nodes[node].checks[0],
                nodes[node].unevaluatedItems == nil, nodes[node].unevaluatedProperties == nil
            else { return node }
            node = next
        }
        return node
    }
}

/// One schema.
struct SchemaNode: Sendable {
    /// Which resource (document, or schema with an `$id`) it belongs to: the dynamic scope is made of those.
    var resource: Int
    /// The schema `false`.
    var isNever = false
    /// What a value that fits is called; faults say that something is none.
    var title: String?
    var checks: [SchemaCheck] = []
    var unevaluatedItems: Int?
    var unevaluatedProperties: Int?
    var isReadOnly = false
    var isWriteOnly = false
    /// Members that go one way only, as this schema or one of its parts has it: never required in the other direction.
    var readOnlyMembers: Set<String> = []
    var writeOnlyMembers: Set<String> = []

    /// Schemas that a value has to fit as well: what `$ref` and `allOf` name.
    var parts: [Int] {
        checks.flatMap { check -> [Int] in
            switch check {
            case .reference(let node): [node]
            case .all(let nodes): nodes
            default: []
            }
        }
    }
}

/// What one keyword, or a few that work together, ask of a value. What is large is an object of its own: a check is
/// copied each time that it is applied.
enum SchemaCheck: Sendable {
    case reference(Int)
    case dynamicReference(initial: Int, name: String)
    case type(SchemaTypes)
    case values(ListedValues)
    case bound(NumberBound)
    case multipleOf(ExactDivisor)
    case length(CountRange)
    case pattern(PatternRule)
    case format(SchemaFormat)
    case itemCount(CountRange)
    case uniqueItems
    case items(prefix: [Int], rest: Int?)
    case contains(Int, CountRange)
    case memberCount(CountRange)
    case required([String])
    case members(SchemaMembers)
    case memberNames(Int)
    case dependentRequired([(name: String, needs: [String])])
    case dependentSchemas([(name: String, node: Int)])
    case all([Int])
    case any([Int])
    case one([Int])
    case not(Int)
    case condition(test: Int, then: Int?, otherwise: Int?)

    /// Schemas that are applied to the very same value.
    var inPlace: [Int] {
        switch self {
        case .reference(let node), .not(let node): [node]
        case .all(let nodes), .any(let nodes), .one(let nodes): nodes
        case .dependentSchemas(let pairs): pairs.map(\.node)
        case .condition(let test, let then, let otherwise): [test, then, otherwise].compactMap { $0 }
        default: []
        }
    }
}

/// `minLength` and `maxLength`, or their likes.
struct CountRange: Sendable {
    var least: Int = 0
    var most: Int?
    let leastKeyword: String
    let mostKeyword: String
}

/// `enum` or `const`.
final class ListedValues: Sendable {
    let values: SchemaValues
    let keyword: String
    let title: String?

    init(_ values: [JSONValue], keyword: String, title: String?) {
        (self.values, self.keyword, self.title) = (SchemaValues(values), keyword, title)
    }
}

/// `pattern`.
final class PatternRule: Sendable {
    let pattern: Pattern
    let title: String?

    init(_ pattern: Pattern, title: String?) { (self.pattern, self.title) = (pattern, title) }
}

/// `minimum` and its likes.
final class NumberBound: Sendable {
    enum Side: Sendable { case least, more, most, less }
    let side: Side
    let limit: ExactNumber
    /// The limit, when it is a plain whole number: most are, and so are most values.
    let whole: Int64?
    let keyword: String
    /// What to say of a number beyond it.
    let reason: String

    init(side: Side, limit: ExactNumber, whole: Int64?, keyword: String, reason: String) {
        (self.side, self.limit, self.whole, self.keyword, self.reason) = (side, limit, whole, keyword, reason)
    }
}

/// `properties`, `patternProperties` and `additionalProperties`.
final class SchemaMembers: Sendable {
    let named: [String: Int]
    let patterns: [(pattern: Pattern, node: Int)]
    let others: Int?
    /// What others there are is an error of its own, said more clearly than "is not allowed".
    let refusesOthers: Bool
    /// Whether members that have no schema by name have none at all.
    let namesOnly: Bool

    init(named: [String: Int], patterns: [(pattern: Pattern, node: Int)], others: Int?, refusesOthers: Bool) {
        (self.named, self.patterns, self.others, self.refusesOthers) = (named, patterns, others, refusesOthers)
        namesOnly = patterns.isEmpty && others == nil && !refusesOthers
    }
}

/// The names of JSON's types.
struct SchemaTypes: OptionSet, Sendable {
    let rawValue: UInt8
    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let integer = SchemaTypes(rawValue: 4)
    static let number = SchemaTypes(rawValue: 8)
    static let string = SchemaTypes(rawValue: 16)
    static let array = SchemaTypes(rawValue: 32)
    static let object = SchemaTypes(rawValue: 64)

    static let names: [(String, SchemaTypes)] = [
        ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
        ("array", .array), ("object", .object),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init?(name: String) {
        guard let type = SchemaTypes.names.first(where: { $0.0 == name })?.1 else { return nil }
        self = type
    }

    func admits(_ value: JSONValue) -> Bool {
        switch value {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        case .number(let number): contains(.number) || contains(.integer) && ExactNumber.isWhole(number)
        }
    }

    /// Such as `a string or null`.
    var words: String {
        let words = [
            "null": "null", "boolean": "true or false", "integer": "a whole number", "number": "a number",
            "string": "text",
            "array": "an array", "object": "an object",
        ]
        return SchemaTypes.names.filter { contains($0.1) }.compactMap { words[$0.0] }.joined(separator: " or ")
    }
}
