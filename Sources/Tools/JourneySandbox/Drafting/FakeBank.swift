package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyServer
import SandboxServices

/// A fake bank for a journey under development: serves its pages from a folder, read for each request, and the document's example
/// for each operation. It has no state.
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
    private let places: [String: String]

    package init(_ journey: Journey, token: Secret) {
        pages = FakeBankPages(folder: journey.pages, manifest: journey.manifest)
        let schemas = DraftSchema(document: journey.openAPI)
        let known = token.withBytes { SHA256.hash(Array($0)) }
        var routes: [Route] = []
        var places: [String: String] = [:]
        for entry in OpenAPIEntry.all(in: journey.openAPI) {
            for base in FakeBankAddresses.bases(of: [entry.operation, entry.item, journey.openAPI]) {
                let answer = ExampleAnswer(entry, schemas: schemas)
                places["\(entry.method.rawValue) \(base)\(entry.path)"] = entry.id
                routes.append(
                    Route(entry.method, base + entry.path, body: .whole(limit: 4 << 20)) { request, _ in
                        FakeBank.answer(request, entry.id, answer, known: known)
                    })
            }
        }
        operations = Router(routes)
        self.places = places
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
        _ request: HTTPRequest, _ id: String, _ answer: ExampleAnswer?, known: [UInt8]
    ) -> HTTPResponse {
        guard let token = BearerToken.of(request), SHA256.hash(Array(token.utf8)) == known else {
            return Problem.tokenRequired.response
        }
        guard let answer else {
            // The OpenAPI document has no example for this response, and none can be made from its schema.
            //
            // Next step: Add an `example` to the response.
            return Problem(
                501, "EXAMPLE_MISSING",
                "The OpenAPI document has no example of this answer, and none can be derived from its schema."
            ).response
        }
        guard let body = answer.body else {
            return HTTPResponse(status: answer.status, headers: ["Cache-Control": "no-store"])
        }
        return HTTPResponse(
            status: answer.status,
            headers: ["Content-Type": answer.contentType ?? "application/json", "Cache-Control": "no-store"],
            body: body.compactBytes)
    }
}
