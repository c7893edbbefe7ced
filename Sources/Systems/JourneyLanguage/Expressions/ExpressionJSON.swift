internal import Foundation
internal import JourneyBase

/// Writes values as JSON, within the limits of a result (the JSON mapping of protobuf: bytes as base64, times and durations as
/// text; but whole numbers stay numbers, whatever their size).
struct ExpressionJSON {
    enum Problem: Error {
        case expression(ExpressionError)
        case size
        /// A value that JSON cannot express, by its type's name.
        case kind(String)
    }

    private let limits: ExpressionLimits
    private var bytesLeft: Int

    init(_ limits: ExpressionLimits) {
        self.limits = limits
        bytesLeft = limits.resultBytes
    }

    private mutating func spend(_ bytes: Int) throws(Problem) {
        bytesLeft -= bytes
        guard bytesLeft >= 0 else { throw .size }
    }

    mutating func json(_ value: ExpressionValue) throws(Problem) -> JSONValue {
        switch value {
        case .null:
            try spend(4)
            return .null
        case .bool(let truth):
            try spend(4)
            return .bool(truth)
        case .int(let value):
            try spend(8)
            return .number(JSONNumber(value))
        case .uint(let value):
            try spend(8)
            return .number(JSONNumber(value))
        case .double(let value):
            try spend(8)
            guard let number = JSONNumber(value) else { throw .kind("double that is no finite number") }
            return .number(number)
        case .string(let text): return try string(text)
        case .bytes(let bytes):
            try spend(bytes.count * 4 / 3 + 4)
            return .string(Data(bytes).base64EncodedString())
        case .timestamp(let time): return try string(time.description)
        case .duration(let duration): return try string(ExpressionDuration.text(duration))
        case .jsonList(let elements):
            let whole = JSONValue.array(elements)
            try measure(whole)
            return whole
        case .jsonMap(let members):
            let whole = JSONValue.object(members)
            try measure(whole)
            return whole
        case .list(let list):
            try spend(2)
            var elements: [JSONValue] = []
            elements.reserveCapacity(list.elements.count)
            for element in list.elements { elements.append(try json(element)) }
            return .array(elements)
        case .map(let map):
            try spend(2)
            var members = [String: JSONValue](minimumCapacity: map.entries.count)
            for entry in map.entries {
                guard case .string(let name) = entry.key else { throw .kind("map with a key that is no text") }
                try spend(name.utf8.count + 4)
                members[name] = try json(entry.value)
            }
            return .object(members)
        case .decimal: throw .kind("decimal")
        case .type: throw .kind("type")
        case .fault: throw .kind("number out of range")
        }
    }

    private mutating func string(_ text: String) throws(Problem) -> JSONValue {
        try spend(text.utf8.count + 2)
        return .string(text)
    }

    /// Counts what is passed on as it came.
    private mutating func measure(_ value: JSONValue) throws(Problem) {
        switch value {
        case .null, .bool: try spend(4)
        case .number(let number): try spend(number.lexeme.utf8.count)
        case .string(let text): try spend(text.utf8.count + 2)
        case .array(let elements):
            try spend(2)
            for element in elements { try measure(element) }
        case .object(let members):
            try spend(2)
            for (name, member) in members {
                try spend(name.utf8.count + 4)
                try measure(member)
            }
        }
    }
}
