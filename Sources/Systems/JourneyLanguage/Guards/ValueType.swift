import JourneyBase

/// The types that inputs, outputs and results are declared with.
package enum ValueType: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean, object, array

    /// Whether `value` is of this type; `null` is of none. As in a JSON Schema, `50.0` is an integer.
    func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number): true
        case (.integer, .number(let number)): ExactNumber.isWhole(number)
        default: false
        }
    }
}

extension [String: ValueType] {
    /// Whether `value` has each declared member, of its type.
    func isFulfilled(by value: JSONValue) -> Bool {
        allSatisfy { name, type in value[name].map { type.admits($0) } ?? false }
    }
}
