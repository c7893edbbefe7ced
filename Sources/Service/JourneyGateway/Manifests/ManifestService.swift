public import JourneyBase
import JourneyCrypto
import JourneyServer

/// Serves signed manifests, the OpenAPI bundles that they pin, and the keys that verify them.
///
/// | route | who | cached |
/// |---|---|---|
/// | `GET /journeys/{id}/manifest.json` | context token and known partner | no-cache, by `ETag` |
/// | `GET /journeys/{id}/openapi.json` | anybody | no-cache, by `ETag`: a manifest pins its very bytes |
/// | `GET /.well-known/journey-keys.json` | anybody | no-cache, by `ETag` |
///
/// Bytes are served exactly as they were published. Errors are `application/problem+json` (RFC 9457).
public struct ManifestService: HTTPService {
    private let store: ManifestStore
    private let keys: PublishedKeySet
    private let router: Router

    public init(store: ManifestStore, keys: PublishedKeySet, access: GatewayAccess) {
        self.store = store
        self.keys = keys
        router = Router([
            Route(.get, "/journeys/{id}/manifest.json") { request, parameters in
                if let refusal = access.refusal(of: request) { return refusal.response }
                return await ManifestService.document(
                    parameters["id"], request, "private, no-cache"
                ) { id in try await store.manifest(id) }
            },
            Route(.get, "/journeys/{id}/openapi.json") { request, parameters in
                await ManifestService.document(
                    parameters["id"], request, "public, no-cache"
                ) { id in try await store.openAPI(id) }
            },
            keys.route("/.well-known/journey-keys.json"),
        ])
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await router.handle(request) }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }

    /// Publishes a journey: from the next request on it is served. Throws what `PublishedJourney` throws, and
    /// `MANIFEST_INVALID` when a newer sequence is published already.
    public func publish(_ id: JourneyID, manifest: [UInt8], openAPI: [UInt8]) async throws(JourneyError) {
        try await store.publish(PublishedJourney(id: id, manifest: manifest, openAPI: openAPI, keys: keys.keys))
    }

    private static func document(
        _ name: String, _ request: HTTPRequest, _ cacheControl: String,
        _ read: (JourneyID) async throws -> [UInt8]?
    ) async -> HTTPResponse {
        let unknown = Problem(404, "JOURNEY_UNKNOWN", "There is no such journey.").response
        guard let id = JourneyID(name) else { return unknown }
        do {
            guard let bytes = try await read(id) else { return unknown }
            return CachedDocument(bytes: bytes, type: "application/json")
                .response(to: request, cacheControl: cacheControl)
        } catch {
            return Problem.unavailable("The journey cannot be read at the moment.").response
        }
    }
}
