internal import JourneyBase

/// Compiled schemas, which refer to each other by index.
final class SchemaGraph: Sendable {
    let nodes: [SchemaNode]
    /// Targets of `$dynamicRef`, by resource and name.
    let dynamicAnchors: [Int: [String: Int]]
    /// `true` if the resources that references lead through matter.
    let isDynamic: Bool
    /// For each node, the node to check instead: nodes that only refer to another one are skipped.
    let targets: [Int]
    /// `true` if any member has a direction.
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
        // Cycles were refused, and a very long chain is aborted when it is checked.
        for _ in 0..<64 {
            guard nodes[node].checks.count == 1, case .reference(let next) = nodes[node].checks[0],
                nodes[node].unevaluatedItems == nil, nodes[node].unevaluatedProperties == nil
            else { return node }
            node = next
        }
        return node
    }
}

/// A compiled schema.
struct SchemaNode: Sendable {
    /// The resource (document, or schema with an `$id`) of the node; the dynamic scope consists of resources.
    var resource: Int
    /// `true` for the schema `false`.
    var isNever = false
    /// The name of valid values, used in fault messages: "is not a valid …".
    var title: String?
    var checks: [SchemaCheck] = []
    var unevaluatedItems: Int?
    var unevaluatedProperties: Int?
    var isReadOnly = false
    var isWriteOnly = false
    /// `true` for the format `password`: traces of development runs don't show the value.
    var isSecret = false
    /// Members with a direction, in this schema or one of its parts: never required in the other direction.
    var readOnlyMembers: Set<String> = []
    var writeOnlyMembers: Set<String> = []

    static let secretFormat = "password"

    /// Schemas that also apply to the value: the targets of `$ref` and `allOf`.
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

/// The check of one keyword, or of a few that work together. Large payloads are classes, because a check is copied each time it
/// is applied.
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

    /// Schemas that apply to the same value.
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

/// `minLength` and `maxLength`, or a similar pair.
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

/// `minimum` or a similar keyword.
final class NumberBound: Sendable {
    enum Side: Sendable { case least, more, most, less }
    let side: Side
    let limit: ExactNumber
    /// The limit as a plain integer, if it is one; most limits and values are.
    let whole: Int64?
    let keyword: String
    /// The fault message for a number beyond the limit.
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
    /// `true` if other members are refused, which has a clearer message than "is not allowed".
    let refusesOthers: Bool
    /// `true` if only members with a schema by name are checked.
    let namesOnly: Bool

    init(named: [String: Int], patterns: [(pattern: Pattern, node: Int)], others: Int?, refusesOthers: Bool) {
        (self.named, self.patterns, self.others, self.refusesOthers) = (named, patterns, others, refusesOthers)
        namesOnly = patterns.isEmpty && others == nil && !refusesOthers
    }
}

/// A set of JSON types.
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

    /// A description such as `a string or null`.
    var words: String {
        let words = [
            "null": "null", "boolean": "true or false", "integer": "a whole number", "number": "a number",
            "string": "a string",
            "array": "an array", "object": "an object",
        ]
        return SchemaTypes.names.filter { contains($0.1) }.compactMap { words[$0.0] }.joined(separator: " or ")
    }
}
