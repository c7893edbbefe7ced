internal import JourneyBase

/// Judges values by a schema of the document.
struct ValueRule: Sendable {
    /// What the schema says of the type, if it says one.
    let type: ValueType?
    let schema: JSONSchema?
    let use: JSONSchema.Use

    /// Takes everything: where the document has no schema.
    static let anything = ValueRule(type: nil, schema: nil, use: .any)

    /// What is wrong with `value`, at most 16 faults; none when it is as the schema wants it. They name places and rules,
    /// never values.
    func faults(in value: JSONValue) -> [SchemaFault] { schema?.faults(in: value, use: use) ?? [] }
}
