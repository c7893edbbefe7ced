import JourneyBase

@testable import JourneyLanguage

/// Small OpenAPI documents, and the operations read from them.
enum TestDocument {
    static let address = "https://bank.example/journeys/openapi.json"
    static var origins: SourcePolicy { SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 0)]) }

    static func resolver(_ bytes: [UInt8], address: String = address) throws -> OpenAPIResolver {
        guard let url = HTTPSURL(address) else { throw JourneyError(.unknown, "no address") }
        return try OpenAPIResolver(bytes, origins: origins, address: url)
    }

    static func operation(
        _ id: String, in document: JSONValue = TestManifest.openAPI, contentType: String? = nil,
        address: String = address
    ) throws -> JourneyLanguage.Operation {
        try resolver(document.compactBytes, address: address).operation(
            id, contentType: contentType, at: Reading(.string(id), path: "call", code: .manifestInvalid))
    }

    /// Returns a document whose only operation, `op`, is `operation` at `path`.
    static func document(
        _ operation: JSONValue, path: String = "/a", method: String = "get", version: String = "3.1.0",
        components: JSONValue = [:]
    ) -> JSONValue {
        var members = operation.object ?? [:]
        members["operationId"] = "op"
        return [
            "openapi": .string(version), "servers": [["url": "https://bank.example"]], "components": components,
            "paths": .object([path: .object([method: .object(members)])]),
        ]
    }

    /// Returns an operation with one parameter, in the path, the query, a header or a cookie.
    static func operation(parameter: JSONValue) throws -> JourneyLanguage.Operation {
        let isPath = parameter["in"] == "path"
        let name = parameter["name"]?.string ?? ""
        return try operation("op", in: document(["parameters": [parameter]], path: isPath ? "/a/{\(name)}" : "/a"))
    }

    /// Returns the error of reading `op` of `document`, or `nil`.
    static func refusal(_ document: JSONValue, contentType: String? = nil) throws -> Refusal? {
        do {
            _ = try operation("op", in: document, contentType: contentType)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }
}
