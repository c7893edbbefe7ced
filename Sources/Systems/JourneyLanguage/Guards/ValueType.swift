import JourneyBase

/// The types with which inputs, outputs and results are declared.
package enum ValueType: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean, object, array

    /// Returns `true` if `value` has this type. `null` has none; as in JSON Schema, `50.0` is an integer.
    func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number): true
        case (.integer, .number(let number)): ExactNumber.isWhole(number)
        default: false
        }
    }
}

extension [String: ValueType] {
    /// Returns `true` if `value` has each declared member with its type.
    func isFulfilled(by value: JSONValue) -> Bool {
        allSatisfy { name, type in value[name].map { type.admits($0) } ?? false }
    }
}
