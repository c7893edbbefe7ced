/// A type as it is known before the evaluation.
package indirect enum ExpressionType: Hashable, Sendable {
    /// Nothing is known.
    case dyn
    case null, bool, int, uint, double, string, bytes, timestamp, duration, decimal, type
    /// An int or a double, as a JSON number is.
    case number
    case list(ExpressionType)
    case map(ExpressionType, ExpressionType)
    /// An object with members of known types.
    case object(ExpressionObjectType)

    /// The name for messages.
    package var name: String {
        switch self {
        case .dyn: "dyn"
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .decimal: "decimal"
        case .type: "type"
        case .number: "number"
        case .list: "list"
        case .map, .object: "map"
        }
    }

    var isNumeric: Bool {
        switch self {
        case .int, .uint, .double, .number: true
        default: false
        }
    }

    /// Returns `true` if a value of one type may be one of the other.
    func overlaps(_ other: ExpressionType) -> Bool {
        switch (self, other) {
        case (.dyn, _), (_, .dyn): true
        case (.number, .int), (.number, .double), (.int, .number), (.double, .number): true
        case (.list(let a), .list(let b)): a.overlaps(b)
        case (.map(let a, let x), .map(let b, let y)): a.overlaps(b) && x.overlaps(y)
        case (.object, .map(let key, _)), (.map(let key, _), .object): key.overlaps(.string)
        case (.object, .object): true
        default: self == other
        }
    }

    /// Returns `true` if values of the types may be asked whether they are equal: numbers of all kinds, and null, always may.
    func compares(with other: ExpressionType) -> Bool {
        switch (self, other) {
        case (.null, _), (_, .null): true
        case (.list(let a), .list(let b)): a.compares(with: b)
        case (.map(let a, let x), .map(let b, let y)): a.compares(with: b) && x.compares(with: y)
        default: overlaps(other) || (isNumeric && other.isNumeric)
        }
    }

    /// Returns the type of a value that is of one type or the other.
    func joined(_ other: ExpressionType) -> ExpressionType {
        if self == other { return self }
        switch (self, other) {
        case (.number, .int), (.number, .double), (.int, .number), (.double, .number): return .number
        case (.list(let a), .list(let b)): return .list(a.joined(b))
        case (.map(let a, let x), .map(let b, let y)): return .map(a.joined(b), x.joined(y))
        default: return .dyn
        }
    }
}

/// The members that an object may have.
package struct ExpressionObjectType: Hashable, Sendable {
    /// The types of the members that are known.
    package var members: [String: ExpressionType]
    /// The type of all others, or `nil` if there are no others.
    package var rest: ExpressionType?

    package init(members: [String: ExpressionType], rest: ExpressionType? = nil) {
        self.members = members
        self.rest = rest
    }

    /// The type of any member.
    var value: ExpressionType {
        var joined = rest
        for type in members.values { joined = joined.map { $0.joined(type) } ?? type }
        return joined ?? .dyn
    }
}
