internal import JourneyBase

/// An OpenAPI 3.0 or 3.1 document in JSON, read just so far that its operations can be found and called.
///
/// `operationId`s are unique over the whole document. Only what a binding names is resolved further, so a large
/// document costs one read. Its `servers` choose no address by themselves: the first one counts when it lies on the
/// manifest's origins, and everything else is refused.
struct OpenAPIResolver {
    /// Where an operation stands; read further only when it is asked for.
    private struct Entry {
        let path: String
        let verb: String
    }

    static let byteLimit = 4 << 20

    private let references: OpenAPIReferences
    private let paths: Reading
    private let entries: [String: Entry]
    let base: HTTPSURL

    init(_ bytes: [UInt8], origins: SourcePolicy) throws(Refusal) {
        let value: JSONValue
        do {
            value = try JSONReader.read(
                bytes, limits: JSONLimits(bytes: OpenAPIResolver.byteLimit, depth: 64, values: 500_000))
        } catch {
            throw Refusal(.oapiInvalid, at: "", "The OpenAPI bundle is no strict JSON: \(error).")
        }
        let document = Reading(value, code: .oapiInvalid)
        let version = try document.required("openapi").text()
        guard ["3.0.", "3.1."].contains(where: { version.hasPrefix($0) }) else {
            throw Refusal(.oapiInvalid, at: "openapi", "openapi is neither 3.0 nor 3.1: \(Refusal.quote(version)).")
        }
        references = OpenAPIReferences(document: document)
        base = try OpenAPIResolver.base(of: document, origins: origins)
        paths = try document.required("paths")
        entries = try OpenAPIResolver.entries(of: paths)
    }

    var operationIDs: Set<String> { Set(entries.keys) }

    private static func base(of document: Reading, origins: SourcePolicy) throws(Refusal) -> HTTPSURL {
        guard let server = try document.required("servers").elements().first else {
            throw Refusal(.oapiInvalid, at: "servers", "servers is empty; the first one is the API's address.")
        }
        let place = try server.required("url")
        let url = try place.address()
        guard url.query == nil else { throw place.refusal("has a query, which a base address cannot have") }
        guard origins.admits(url.origin, isMainFrame: true) else {
            throw place.refusal("is not on security.allowedOrigins: \(Refusal.quote(url.description))")
        }
        return url
    }

    private static func entries(of paths: Reading) throws(Refusal) -> [String: Entry] {
        guard let items = paths.value.object else { throw paths.refusal("is not an object") }
        var entries: [String: Entry] = [:]
        for (path, item) in items where !path.hasPrefix("x-") {
            guard let members = item.object else { throw paths.refusal("has an item that is not an object") }
            for (verb, operation) in members where verbs.contains(verb) {
                guard let id = operation["operationId"]?.string else { continue }
                guard entries.updateValue(Entry(path: path, verb: verb), forKey: id) == nil else {
                    throw paths.refusal("has an operationId that is not unique: \(Refusal.quote(id))")
                }
            }
        }
        return entries
    }

    private static let verbs: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ]

    /// The operation called `id`. Refuses with `OPERATION_UNKNOWN` when there is none, and with `OAPI_INVALID` when it
    /// asks for what a call cannot give.
    func operation(_ id: String, at place: Reading) throws(Refusal) -> Operation {
        guard let entry = entries[id] else {
            let near = Spelling.nearest(to: id, in: entries.keys)
            let hint = near.map { "; did you mean \(Refusal.quote($0))?" } ?? "."
            throw Refusal(
                .operationUnknown, at: place.path,
                "\(place.path) names no operation of the OpenAPI bundle: \(Refusal.quote(id))\(hint)")
        }
        let item = try paths.required(entry.path)
        let operation = try item.required(entry.verb)
        guard let method = HTTPMethod(rawValue: entry.verb.uppercased()), method != .options else {
            throw operation.refusal("has a method that journeys do not use")
        }
        for reading in [item, operation] where reading.member("servers") != nil {
            throw reading.refusal("has servers of its own, which are refused")
        }
        guard let pieces = PathTemplate.pieces(of: entry.path) else {
            throw item.refusal("is no path template")
        }
        var parts = OpenAPIParameters()
        try parts.read(item, references)
        try parts.read(operation, references)
        var inputs = try parts.inputs(path: PathTemplate.parameters(of: pieces), of: operation)
        let body = try OpenAPIBody.read(operation, references)
        for (name, input) in body.members {
            guard inputs.updateValue(input, forKey: name) == nil else {
                throw operation.refusal("has \(Refusal.quote(name)) both as a parameter and in its body")
            }
        }
        return Operation(
            id: id, method: method, path: entry.path, base: base, inputs: inputs,
            outputs: try OpenAPIBody.outputs(of: operation, references),
            takesIdempotencyKey: parts.headers["x-idempotency-key"] != nil,
            requiredHeaders: parts.headers.filter { $0.value && ManifestGrammar.mayCarry(header: $0.key) }.keys
                .sorted(),
            body: body.body)
    }
}
