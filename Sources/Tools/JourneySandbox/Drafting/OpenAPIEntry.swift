import JourneyBase
import JourneyLanguage

/// An operation of an OpenAPI document.
struct OpenAPIEntry: Sendable {
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

    /// Returns the operations that ask what became of this one, the likeliest first: a GET of the resource that it creates or
    /// changes, or of the resource's status.
    func statusQueries(among entries: [OpenAPIEntry]) -> [OpenAPIEntry] {
        guard ![.get, .head, .delete].contains(method) else { return [] }
        let own = path.split(separator: "/")
        // A POST to a collection creates a resource below it; a POST to `capture` or `return` changes the one above.
        func fit(_ entry: OpenAPIEntry) -> Int? {
            guard entry.method == .get else { return nil }
            let resource = entry.resourceSegments
            let rank = entry.isStatus ? 0 : 1
            guard resource.last?.hasPrefix("{") == true else { return nil }
            if method == .post, resource.count == own.count + 1, resource.starts(with: own) { return rank }
            guard (own.count - 1...own.count).contains(resource.count), own.starts(with: resource) else { return nil }
            return 2 + (own.count - resource.count) * 2 + rank
        }
        return entries.compactMap { entry in fit(entry).map { (entry, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private var isStatus: Bool { path.split(separator: "/").last?.lowercased().contains("status") == true }

    /// The segments of the path of the resource that the operation reads, without a last one for its status.
    var resourceSegments: [Substring] { Array(path.split(separator: "/").dropLast(isStatus ? 1 : 0)) }

    /// Returns `true` if the operation creates resources in a collection: the document has a path of one of them.
    func createsBelow(among entries: [OpenAPIEntry]) -> Bool {
        method == .post && entries.contains { $0.path.hasPrefix("\(path)/{") }
    }

    /// The place of the operation in the document.
    var pointer: String {
        "#/paths/\(path.replacing("~", with: "~0").replacing("/", with: "~1"))/\(method.rawValue.lowercased())"
    }

    /// Returns the parameters of the operation, and those of its path that it does not override.
    func parameters(_ schemas: DraftSchema) -> [JSONValue] {
        var found: [JSONValue] = []
        for owner in [item, operation] {
            for parameter in owner["parameters"]?.array ?? [] {
                let parameter = schemas.resolved(parameter)
                found.removeAll { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }
                found.append(parameter)
            }
        }
        return found
    }

    /// Returns the request body of this type with its schema, or `nil` if the operation has none.
    func body(of type: MediaType?, _ schemas: DraftSchema) -> (media: JSONValue, schema: JSONValue)? {
        guard let type else { return nil }
        let content = schemas.resolved(operation["requestBody"] ?? .null)["content"]?.object ?? [:]
        let names = content.keys.sorted()
        let name =
            names.first { MediaType($0) == type } ?? names.first { MediaType($0)?.essence == type.essence }
            ?? names.first { $0.contains("*") }
        guard let name, let media = content[name].map(schemas.resolved) else { return nil }
        return (media, media["schema"] ?? .null)
    }
}
