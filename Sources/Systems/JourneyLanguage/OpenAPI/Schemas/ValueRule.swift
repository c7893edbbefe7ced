internal import JourneyBase

/// Validates values against a schema of the document.
struct ValueRule: Sendable {
    /// The type that the schema declares, if any.
    let type: ValueType?
    let schema: JSONSchema?
    let use: JSONSchema.Use

    /// A rule that accepts everything, for places without a schema.
    static let anything = ValueRule(type: nil, schema: nil, use: .any)

    /// Returns at most 16 faults in `value`; empty if it matches the schema. Faults contain paths and rules, never values.
    func faults(in value: JSONValue) -> [SchemaFault] { schema?.faults(in: value, use: use) ?? [] }
}
