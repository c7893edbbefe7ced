internal import JourneyBase

/// The positions of a document's operations. An operation is read further only when a binding uses it, so a large document is
/// scanned once.
struct OperationIndex {
    struct Entry {
        let path: String
        /// The method in lower case, as written.
        let verb: String
        /// The path item, with its `$ref` resolved.
        let item: Reading
        let operation: Reading
    }

    private var entries: [String: Entry] = [:]
    /// Every `operationId`, including those of webhooks and callbacks, which must be unique too.
    private var seen: Set<String> = []

    /// The methods that have a member of their own in 3.0, and `query` of 3.2.
    static let verbs: Set<String> = [
        "query", "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ]

    init(_ root: Reading, _ references: OpenAPIReferences) throws(Refusal) {
        for (path, item) in try root.required("paths").members() where !path.hasPrefix("x-") {
            try add(item, path: path, references, isCallable: true)
        }
        for (name, item) in try root.member("webhooks")?.members() ?? [] where !name.hasPrefix("x-") {
            try add(item, path: name, references, isCallable: false)
        }
    }

    subscript(id: String) -> Entry? { entries[id] }

    var ids: Set<String> { Set(entries.keys) }

    private mutating func add(
        _ reading: Reading, path: String, _ references: OpenAPIReferences, isCallable: Bool
    ) throws(Refusal) {
        guard let own = reading.value.object else { throw reading.refusal("is not an object", .wrongType) }
        let item = try references.resolve(reading)
        if item.path != reading.path, let verb = own.keys.filter(OperationIndex.verbs.contains).min() {
            throw reading.refusal("has both a $ref and \(verb), which OpenAPI leaves undefined", .oapiOperation)
        }
        guard let members = item.value.object else { throw item.refusal("is not an object", .wrongType) }
        let more = try item.member("additionalOperations")?.members() ?? []
        let named = try members.keys.filter(OperationIndex.verbs.contains).sorted().map { verb throws(Refusal) in
            (name: verb, value: try item.required(verb))
        }
        for (verb, operation) in named + more {
            if let id = try operation.member("operationId")?.text() {
                try operation.require(
                    seen.insert(id).inserted, "has a duplicate operationId: \(Refusal.quote(id))",
                    .oapiOperation)
                if isCallable { entries[id] = Entry(path: path, verb: verb, item: item, operation: operation) }
            }
            try addCallbacks(of: operation)
        }
    }

    /// Registers inline callbacks. Callbacks behind a `$ref` are skipped, because they may be used more than once.
    private mutating func addCallbacks(of operation: Reading) throws(Refusal) {
        for (_, callback) in try operation.member("callbacks")?.members() ?? [] where callback.member("$ref") == nil {
            for (_, item) in try callback.members() {
                for verb in (item.value.object ?? [:]).keys.sorted() where OperationIndex.verbs.contains(verb) {
                    guard let id = item.value[verb]?["operationId"]?.string else { continue }
                    try item.require(
                        seen.insert(id).inserted, "has a duplicate operationId: \(Refusal.quote(id))",
                        .oapiOperation)
                }
            }
        }
    }
}
