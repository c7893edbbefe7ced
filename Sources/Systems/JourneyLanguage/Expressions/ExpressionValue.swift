package import JourneyBase

/// A value of the expression language. JSON lists and objects stay as they came; their members become values when they are read.
package enum ExpressionValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case jsonList([JSONValue])
    case jsonMap([String: JSONValue])
    case list(ExpressionList)
    case map(ExpressionMap)
    case timestamp(ExpressionTimestamp)
    /// A duration in nanoseconds.
    case duration(Int64)
    indirect case decimal(ExpressionDecimal)
    case type(ExpressionTypeName)
    case fault(ExpressionFault)

    /// Creates the value of JSON. A number that is whole and has neither point nor exponent is an int, every other one a double.
    package init(_ json: JSONValue) { self.init(json, node: 0) }

    init(_ json: JSONValue, node: Int) {
        switch json {
        case .null: self = .null
        case .bool(let truth): self = .bool(truth)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .jsonList(elements)
        case .object(let members): self = .jsonMap(members)
        case .number(let number):
            switch GuardValue(lexeme: number.lexeme, node: node) {
            case .integer(let value): self = .int(value)
            case .decimal(let value): self = .double(value)
            default: self = .fault(ExpressionFault(.range, node: node))
            }
        }
    }
}

/// A list that an expression has made.
package final class ExpressionList: Sendable {
    package let elements: [ExpressionValue]
    /// The nesting of lists and maps in it, itself included.
    let depth: Int

    init(_ elements: [ExpressionValue]) {
        self.elements = elements
        depth = 1 + (elements.lazy.map(\.depth).max() ?? 0)
    }

    /// Creates the list of the elements of two.
    init(_ first: ExpressionList, _ second: ExpressionList) {
        elements = first.elements + second.elements
        depth = max(first.depth, second.depth)
    }
}

/// The names of types, which are values.
package enum ExpressionTypeName: String, Sendable {
    case bool, int, uint, double, string, bytes, list, map, type
    case null = "null_type"
    case timestamp = "google.protobuf.Timestamp"
    case duration = "google.protobuf.Duration"
    case decimal
}

/// A fault during evaluation. It becomes an `ExpressionError` with a message only when it leaves the expression.
package struct ExpressionFault: Sendable {
    enum Reason: UInt8 {
        case missing, unknown, overload, boolean, range, zero, rounding, index, conversion, argument, duplicate, key,
            nesting
        case cost
    }

    let reason: Reason
    let node: Int32

    init(_ reason: Reason, node: Int) {
        self.reason = reason
        self.node = Int32(truncatingIfNeeded: node)
    }
}

extension ExpressionValue {
    /// The nesting of lists and maps. JSON is bounded by its reader, and counts as one level.
    var depth: Int {
        switch self {
        case .list(let list): list.depth
        case .map(let map): map.depth
        case .jsonList, .jsonMap: 1
        default: 0
        }
    }

    /// The type's name, or `nil` for a fault.
    var typeName: ExpressionTypeName? {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .jsonList, .list: .list
        case .jsonMap, .map: .map
        case .timestamp: .timestamp
        case .duration: .duration
        case .decimal: .decimal
        case .type: .type
        case .fault: nil
        }
    }
}
