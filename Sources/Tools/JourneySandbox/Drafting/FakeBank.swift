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
/// repeated key gives the first answer. An author's own responses and server come before the examples.
package struct FakeBank: HTTPService {
    /// A journey with the bank's own addresses, and the folder of its pages.
    package struct Journey: Sendable {
        package var manifest: JSONValue
        package var openAPI: JSONValue
        package var pages: URL
        package var pageSettings: PageSettings
        /// The author's own server, which answers the operations; `nil` to answer them by the document.
        package var upstream: Upstream?
        /// Responses that the author has written; they come before all others.
        package var responses: ScriptedResponses?

        package init(
            manifest: JSONValue, openAPI: JSONValue, pages: URL, pageSettings: PageSettings = PageSettings()
        ) {
            self.manifest = manifest
            self.openAPI = openAPI
            self.pages = pages
            self.pageSettings = pageSettings
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

    /// Throws `PAGES_INVALID` for pages that can't be served, and `CONFIGURATION_INVALID` for responses of unknown operations.
    package init(_ journey: Journey, token: Secret) throws(JourneyError) {
        pages = try FakeBankPages(
            folder: journey.pages, settings: journey.pageSettings, manifest: journey.manifest)
        let schemas = DraftSchema(document: journey.openAPI)
        let known = token.withBytes { SHA256.hash(Array($0)) }
        let calls = FakeBankOperation.calls(of: journey.manifest)
        let resolved = FakeBankOperation.resolved(calls, in: journey.openAPI)
        let resources = FakeBankResources()
        let entries = OpenAPIEntry.all(in: journey.openAPI)
        let served = entries.filter { calls.isEmpty || calls[$0.id] != nil }
        try journey.responses?.check(operations: Set(served.map(\.id)))
        var routes: [Route] = []
        var names: [String: String] = [:]
        // A large document has many operations, and their examples take time.
        for entry in served {
            let operation = FakeBankOperation(
                entry, call: calls[entry.id], operation: resolved[entry.id], schemas: schemas, among: entries)
            for base in FakeBankAddresses.bases(of: [entry.operation, entry.item, journey.openAPI]) {
                names["\(entry.method.rawValue) \(base + entry.path)"] = entry.id
                routes.append(
                    Route(entry.method, base + entry.path, body: .whole(limit: FakeBank.bodyLimit)) {
                        request, parameters in
                        guard FakeBank.isAllowed(request, operation, known: known) else {
                            return Problem.tokenRequired.response
                        }
                        guard let upstream = journey.upstream else {
                            return FakeBank.answer(
                                request, parameters, operation, base: base, resources, journey.responses)
                        }
                        let path = operation.values(of: parameters)
                        if let response = journey.responses?.response(to: request, operation.id, path: path) {
                            return response
                        }
                        return await upstream.answer(to: request, base: base)
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
        } else if operations.routeName(for: request) == nil, let page = pages.index(for: request) {
            // An operation of the document wins over an address of the pages' own router.
            response = page
        } else {
            response = await operations.handle(request)
        }
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { operations.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { operations.routeName(for: head) }

    /// The longest request body of a journey's call, in bytes.
    private static let bodyLimit = 4 << 20

    /// Returns `true` for a request with the context token, where the operation needs one.
    private static func isAllowed(_ request: HTTPRequest, _ operation: FakeBankOperation, known: [UInt8]) -> Bool {
        guard operation.takesToken else { return true }
        return BearerToken.of(request).map { SHA256.hash(Array($0.utf8)) == known } ?? false
    }

    private static func answer(
        _ request: HTTPRequest, _ parameters: PathParameters, _ operation: FakeBankOperation, base: String,
        _ resources: FakeBankResources, _ responses: ScriptedResponses?
    ) -> HTTPResponse {
        let faults = operation.faults(in: request, parameters)
        guard faults.isEmpty else {
            return Problem(
                400, BankCode.validationFail.rawValue, "The request does not match the OpenAPI document.",
                fields: Dictionary(faults.prefix(16).map { ($0.field, $0.detail) }) { first, _ in first }
            ).response
        }
        if let response = responses?.response(to: request, operation.id, path: operation.values(of: parameters)) {
            return response
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
