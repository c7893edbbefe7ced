import Foundation
import JourneyBase
import Testing

@testable import JourneyWire

/// Checks that the gateway's OpenAPI document and the shared Swift types agree in both directions.
@Suite("The gateway's OpenAPI document")
struct GatewayDocumentTests {
    private static let place = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/reference/schema/gateway-openapi.json")
    private let document: JSONValue

    init() throws { document = try JSONReader.read(Array(try Data(contentsOf: Self.place))) }

    /// Returns `json`, or the target of its `$ref`.
    private func resolved(_ json: JSONValue?) throws -> JSONValue {
        guard let reference = json?["$ref"]?.string else { return try #require(json) }
        let path = try #require(reference.hasPrefix("#/") ? reference.dropFirst(2) : nil)
        return try resolved(path.split(separator: "/").reduce(document) { $0?[String($1)] })
    }

    private func operation(_ endpoint: any WireEndpoint) throws -> JSONValue {
        try #require(document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()])
    }

    @Test("paths and methods match the contract exactly")
    func paths() throws {
        let documented = try #require(document["paths"]?.object).flatMap { path, methods in
            (methods.object ?? [:]).keys.map { "\($0.uppercased()) \(path)" }
        }
        let endpoints = GatewayContract.endpoints.map { "\($0.method.rawValue) \($0.path)" }
        #expect(documented.sorted() == endpoints.sorted())
        #expect(Set(endpoints).count == endpoints.count)
    }

    @Test("path and header parameters match the contract", arguments: GatewayContract.endpoints.indices)
    func parameters(index: Int) throws {
        let endpoint = GatewayContract.endpoints[index]
        let operation = try operation(endpoint)
        var found: [String: Set<String>] = [:]
        for parameter in try (operation["parameters"]?.array ?? []).map(resolved) {
            found[parameter["in"]?.string ?? "", default: []].insert(parameter["name"]?.string ?? "")
        }
        // OpenAPI declares `Authorization` in its own way.
        if operation["security"]?.array != [] { found["header", default: []].insert("Authorization") }
        let named = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
            .map { String($0.dropFirst().dropLast()) }
        #expect(found["path"] ?? [] == Set(named))
        #expect(found["header"] ?? [] == Set(endpoint.headers))
        #expect(found["query"] ?? [] == Set(endpoint.query))
    }

    @Test("messages have the same members in document and contract", arguments: GatewayContract.endpoints.indices)
    func messages(index: Int) throws {
        let endpoint = GatewayContract.endpoints[index]
        let operation = try operation(endpoint)
        #expect(
            Set(operation["requestBody"]?["content"]?.object?.keys.map { $0 } ?? [])
                == Set([endpoint.request.mediaType].compactMap { $0 }))
        let response = try resolved(operation["responses"]?["\(endpoint.status)"])
        #expect(
            Set(response["content"]?.object?.keys.map { $0 } ?? [])
                == Set([endpoint.response.mediaType].compactMap { $0 }))
        for (message, content) in [
            (endpoint.request, operation["requestBody"]?["content"]), (endpoint.response, response["content"]),
        ] {
            guard let message = message as? any WireMessage.Type, let type = message.mediaType else { continue }
            let schema = try resolved(content?[type]?["schema"])
            #expect(try kind(schema) == .object(WireField.list(message)), "\(message)")
        }
    }

    /// The schema as the Swift types declare it. Patterns and lengths are left to the services.
    private func kind(_ schema: JSONValue) throws -> WireField.Kind {
        let schema = try resolved(schema)
        switch schema["type"]?.string {
        case "string": return .string
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        case "array": return .array(try kind(try #require(schema["items"])))
        case "object":
            let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
            let properties = schema["properties"]?.object ?? [:]
            #expect(required.isSubset(of: properties.keys))
            return .object(
                try properties.sorted { $0.key < $1.key }.map { name, schema in
                    WireField(name: name, kind: try kind(schema), isRequired: required.contains(name))
                })
        default: return .any
        }
    }

    @Test("refusals match the contract by status and code", arguments: GatewayContract.endpoints.indices)
    func refusals(index: Int) throws {
        let endpoint = GatewayContract.endpoints[index]
        var documented: Set<WireRefusal> = []
        for (status, response) in try #require(try operation(endpoint)["responses"]?.object) {
            let problem = try resolved(response)["content"]?["application/problem+json"]?["schema"]?["allOf"]?.array
            for code in problem?.last?["properties"]?["code"]?["enum"]?.array ?? [] {
                documented.insert(WireRefusal(try #require(Int(status)), code.string ?? ""))
            }
        }
        #expect(documented == Set(endpoint.refusals))
        #expect(endpoint.refusals.count == Set(endpoint.refusals).count, "none is named twice")
    }

    @Test("a problem has the documented members, and no schema is unused")
    func rest() throws {
        let problem = try resolved(["$ref": "#/components/schemas/Problem"])
        #expect(
            Set(problem["properties"]?.object?.keys.map { $0 } ?? [])
                == Set(WireField.list(ProblemBody.self).map(\.name)))
        let text = document.compactText
        for (kind, parts) in document["components"]?.object ?? [:] where kind != "securitySchemes" {
            for name in parts.object?.keys.map({ $0 }) ?? [] {
                #expect(text.contains("\"#/components/\(kind)/\(name)\""), "\(name)")
            }
        }
    }

    @Test("every attestation code is documented with its status")
    func codes() {
        let refusals = AttestationContract.endpoints.flatMap(\.refusals)
        #expect(AttestationCode.allCases.allSatisfy { refusals.contains($0.refusal) })
    }
}
