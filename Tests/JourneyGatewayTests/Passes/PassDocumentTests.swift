import JourneyBase
import Testing

@testable import JourneyGateway
@testable import JourneyWire

/// Checks that the bundled OpenAPI documents and the contracts' types agree, in both directions.
@Suite("The OpenAPI documents of the pass service")
struct PassDocumentTests {
    /// An operation of a document or a contract.
    struct Operation: Hashable {
        var status = 0
        var query: Set<String> = []
        var headers: Set<String> = []
        var refusals: Set<WireRefusal> = []
        var request: [WireField] = []
        var requestType: String?
        var response: [WireField] = []
        var responseType: String?
    }

    @Test("the pass service's document matches its contract exactly")
    func issuing() throws {
        try compare(try PassDocument.issuing.bundled(), PassContract.all, below: "")
    }

    @Test("the pass web service's document matches its contract exactly")
    func updates() throws {
        try compare(try PassDocument.updates.bundled(), PassUpdateContract.all, below: PassUpdateContract.prefix)
    }

    private func compare(_ bytes: [UInt8], _ contract: [any WireEndpoint], below prefix: String) throws {
        let json = try JSONReader.read(bytes)
        var documented: [String: Operation] = [:]
        for (path, item) in try #require(json["paths"]?.object) {
            let shared = item["parameters"]?.array ?? []
            for (method, operation) in item.object ?? [:] where method != "parameters" {
                documented["\(method) \(path)"] = try Self.operation(operation, shared, in: json)
            }
        }
        var written: [String: Operation] = [:]
        for endpoint in contract {
            written["\(endpoint.method.rawValue.lowercased()) \(prefix)\(endpoint.path)"] = Self.operation(endpoint)
        }
        #expect(Set(documented.keys) == Set(written.keys))
        for (name, operation) in written { #expect(documented[name] == operation, "\(name)") }
    }

    private static func operation(_ endpoint: any WireEndpoint) -> Operation {
        Operation(
            status: endpoint.status, query: Set(endpoint.query), headers: Set(endpoint.headers),
            refusals: Set(endpoint.refusals), request: fields(endpoint.request),
            requestType: endpoint.request.mediaType,
            response: fields(endpoint.response), responseType: endpoint.response.mediaType)
    }

    private static func fields(_ body: any WireBody.Type) -> [WireField] {
        (body as? any WireMessage.Type).map { WireField.list($0) } ?? []
    }

    private static func operation(
        _ operation: JSONValue, _ shared: [JSONValue], in document: JSONValue
    ) throws -> Operation {
        var found = Operation()
        for parameter in (operation["parameters"]?.array ?? []) + shared {
            guard let name = parameter["name"]?.string else { continue }
            switch parameter["in"]?.string {
            case "query": found.query.insert(name)
            case "header": found.headers.insert(name)
            default: break
            }
        }
        if let content = operation["requestBody"]?["content"]?.object?.first {
            found.requestType = content.key
            found.request = try fields(content.value["schema"])
        }
        for (text, response) in try #require(operation["responses"]?.object) {
            let status = try #require(Int(text))
            let content = response["content"]?.object?.first
            if (200...299).contains(status) {
                // Of several successes, the contract names the one with the most content.
                found.status = status == 204 ? found.status : max(found.status, status)
                guard let content else { continue }
                found.responseType = content.key
                found.response = try fields(content.value["schema"])
            } else {
                let codes =
                    content?.value["schema"]?["allOf"]?.array?
                    .flatMap { $0["properties"]?["code"]?["enum"]?.array ?? [] } ?? []
                // An unknown path is answered before the contract applies.
                found.refusals.formUnion(
                    codes.compactMap(\.string).filter { $0 != "NOT_FOUND" }.map { WireRefusal(status, $0) })
            }
        }
        return found
    }

    private static func fields(_ schema: JSONValue?) throws -> [WireField] {
        let required = Set(schema?["required"]?.array?.compactMap(\.string) ?? [])
        return try (schema?["properties"]?.object ?? [:]).map { name, schema in
            WireField(name: name, kind: try kind(schema), isRequired: required.contains(name))
        }.sorted { $0.name < $1.name }
    }

    private static func kind(_ schema: JSONValue) throws -> WireField.Kind {
        if let values = schema["enum"]?.array { return .oneOf(Set(values.compactMap(\.string))) }
        switch schema["type"]?.string {
        case "string": return .string
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        case "array": return .array(try kind(try #require(schema["items"])))
        default: return .object(try fields(schema))
        }
    }
}
