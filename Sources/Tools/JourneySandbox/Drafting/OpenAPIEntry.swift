import JourneyBase
import JourneyLanguage

/// An operation of an OpenAPI document.
struct OpenAPIEntry {
    let id: String
    let method: HTTPMethod
    /// The path template with `{name}` for parameters.
    let path: String
    let item: JSONValue
    let operation: JSONValue

    /// Returns all operations with an `operationId`, in the order of the document's `text`; without it, by name.
    static func all(in document: JSONValue, text: [UInt8] = []) -> [OpenAPIEntry] {
        // Dictionaries are unordered, so the order comes from the positions in the text.
        let places = JSONLocations(text, spelling: .pointer)
        var entries: [(place: Int, entry: OpenAPIEntry)] = []
        for (path, item) in document["paths"]?.object ?? [:] {
            for (verb, operation) in item.object ?? [:] {
                guard let method = HTTPMethod(rawValue: verb.uppercased()), let id = operation["operationId"]?.string
                else {
                    continue
                }
                let place = places.offset(of: ["paths", path, verb])
                let entry = OpenAPIEntry(id: id, method: method, path: path, item: item, operation: operation)
                entries.append((place, entry))
            }
        }
        return entries.sorted { ($0.place, $0.entry.id) < ($1.place, $1.entry.id) }.map(\.entry)
    }
}

/// The document's example of a successful answer.
struct ExampleAnswer {
    let status: Int
    let contentType: String?
    /// The body; `nil` for a status without one.
    let body: JSONValue?

    /// Returns `nil` if the document declares a body without an example, and none can be derived from its schema.
    init?(_ entry: OpenAPIEntry, schemas: DraftSchema) {
        guard let success = ExampleAnswer.success(of: entry, schemas) else { return nil }
        status = success.status
        contentType = success.type
        guard let media = success.media else {
            body = nil
            return
        }
        let named = media["examples"]?.object?.sorted { $0.key < $1.key }.first.map { schemas.resolved($0.value) }
        let example =
            media["example"] ?? named?["value"]
            ?? DraftExample(schemas: schemas, isAnswer: true).value(of: media["schema"] ?? .null)
        guard let example else { return nil }
        body = example
    }

    /// Returns the lowest declared success status and its JSON media type.
    static func success(
        of entry: OpenAPIEntry, _ schemas: DraftSchema
    ) -> (status: Int, type: String?, media: JSONValue?)? {
        let responses = entry.operation["responses"]?.object ?? [:]
        guard
            let name = responses.keys.filter({ $0.hasPrefix("2") }).min()
                ?? (responses["default"] == nil ? nil : "default")
        else { return nil }
        let content = schemas.resolved(responses[name] ?? .null)["content"]?.object ?? [:]
        guard let type = content.keys.filter({ $0.contains("json") }).min() else {
            return content.isEmpty ? (Int(name) ?? 200, nil, nil) : nil
        }
        return (Int(name) ?? 200, type, content[type])
    }
}
