internal import JourneyBase

/// The schemas of a document, compiled once for each place that a call needs.
///
/// A class, because the operations of one document share the compiled schemas during a load.
final class OpenAPISchemas {
    let references: OpenAPIReferences
    private let document: JSONValue
    let dialect: JSONSchema.Dialect
    private var compiled: [String: JSONSchema] = [:]
    /// The patterns of the compiled schemas that check nothing, each as the message at its place.
    private(set) var unchecked: [String: String] = [:]

    init(_ document: OpenAPIDocument) {
        references = OpenAPIReferences(document)
        self.document = document.root.value
        dialect = document.version == .v30 ? .openAPI30 : .openAPI31
    }

    func shape(of reading: Reading, _ use: JSONSchema.Use) throws(Refusal) -> SchemaShape {
        try SchemaShape(reading, references, use)
    }

    /// Returns the rule that validates values against the schema at `reading`.
    func check(at reading: Reading, _ use: JSONSchema.Use) throws(Refusal) -> ValueRule {
        // A bare reference is compiled at its target, which many places share.
        var place = reading
        if reading.value.object?.count == 1, reading.member("$ref") != nil { place = try references.resolve(reading) }
        return ValueRule(type: try shape(of: place, use).type, schema: try schema(at: place), use: use)
    }

    private func schema(at place: Reading) throws(Refusal) -> JSONSchema {
        let pointer = String(place.path.dropFirst())
        if let known = compiled[pointer] { return known }
        do throws(SchemaProblem) {
            let schema = try JSONSchema.compile(document, at: pointer, dialect: dialect)
            compiled[pointer] = schema
            for problem in schema.unchecked {
                unchecked["#\(problem.pointer)"] = "#\(problem.description) It is not checked."
            }
            return schema
        } catch {
            throw Refusal(
                place.code, at: error.pointer.isEmpty ? place.path : "#\(error.pointer)",
                "\(error.pointer.isEmpty ? "" : "#")\(error.description)", .oapiSchema)
        }
    }
}
