package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire
import SandboxServices

/// A fake bank for a journey under development: serves its pages from a folder, read for each request, and answers its operations.
///
/// Requests are held against the document. Answers are the document's examples, with what the request has said and what earlier
/// requests have left: a resource that was created is found under its identifier and under no other, a deleted one is gone, and a
/// repeated key gives the first answer.
package struct FakeBank: HTTPService {
    /// A journey with the bank's own addresses, and the folder of its pages.
    package struct Journey: Sendable {
        package var manifest: JSONValue
        package var openAPI: JSONValue
        package var pages: URL

        package init(manifest: JSONValue, openAPI: JSONValue, pages: URL) {
            self.manifest = manifest
            self.openAPI = openAPI
            self.pages = pages
        }

        /// `true` for such a manifest; `false` for a template with placeholders for the sandbox's addresses.
        package static func isOwn(_ manifest: JSONValue) -> Bool {
            manifest["oapiBundle"]?.string.flatMap { HTTPSURL($0) } != nil
        }
    }

    private let pages: FakeBankPages
    private let operations: Router
    /// The operations' names by method and route.
    private let names: [String: String]

    package init(_ journey: Journey, token: Secret) {
        pages = FakeBankPages(folder: journey.pages, manifest: journey.manifest)
        let schemas = DraftSchema(document: journey.openAPI)
        let known = token.withBytes { SHA256.hash(Array($0)) }
        let calls = FakeBankOperation.calls(of: journey.manifest)
        let resolved = FakeBankOperation.resolved(calls, in: journey.openAPI)
        let resources = FakeBankResources()
        let entries = OpenAPIEntry.all(in: journey.openAPI)
        var routes: [Route] = []
        var names: [String: String] = [:]
        // A large document has many operations, and their examples take time.
        for entry in entries where calls.isEmpty || calls[entry.id] != nil {
            let operation = FakeBankOperation(
                entry, call: calls[entry.id], operation: resolved[entry.id], schemas: schemas, among: entries)
            for base in FakeBankAddresses.bases(of: [entry.operation, entry.item, journey.openAPI]) {
                names["\(entry.method.rawValue) \(base + entry.path)"] = entry.id
                routes.append(
                    Route(entry.method, base + entry.path, body: .whole(limit: 4 << 20)) { request, parameters in
                        FakeBank.answer(request, parameters, operation, base: base, resources, known: known)
                    })
            }
        }
        operations = Router(routes)
        self.names = names
    }

    /// Returns this bank with injected faults, which name its operations.
    func misbehaving(_ faults: SandboxFaults, _ dependencies: Dependencies) -> FaultyService {
        FaultyService(rest: self, operations: names, faults: faults, dependencies: dependencies)
    }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response: HTTPResponse
        if let page = pages.response(to: request) {
            response = page
        } else {
            response = await operations.handle(request)
        }
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { operations.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { operations.routeName(for: head) }

    private static func answer(
        _ request: HTTPRequest, _ parameters: PathParameters, _ operation: FakeBankOperation, base: String,
        _ resources: FakeBankResources, known: [UInt8]
    ) -> HTTPResponse {
        if operation.takesToken {
            guard let token = BearerToken.of(request), SHA256.hash(Array(token.utf8)) == known else {
                return Problem.tokenRequired.response
            }
        }
        let faults = operation.faults(in: request, parameters)
        guard faults.isEmpty else {
            return Problem(
                400, BankCode.validationFail.rawValue, "The request does not match the OpenAPI document.",
                fields: Dictionary(faults.prefix(16).map { ($0.field, $0.detail) }) { first, _ in first }
            ).response
        }
        guard let answer = operation.answer else {
            // The OpenAPI document has no example for this response, and none can be made from its schema.
            //
            // Next step: Add an `example` to the response.
            return Problem(
                501, "EXAMPLE_MISSING",
                "The OpenAPI document has no example of this answer, and none can be derived from its schema."
            ).response
        }
        return resources.answer(to: request, operation, answer, base: base)
    }
}
