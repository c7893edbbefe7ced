import JourneyBase
import JourneyServer
import JourneyWire

/// Serves signed manifests, the OpenAPI bundles that they pin, and the keys that verify them.
///
/// | route | caller | cached |
/// |---|---|---|
/// | `GET /journeys/{id}/manifest.json` | context token and known partner | no-cache, by `ETag` |
/// | `GET /journeys/{id}/openapi.json` | anyone | no-cache, by `ETag`: a manifest pins its exact bytes |
/// | `GET /.well-known/journey-keys.json` | anyone | no-cache, by `ETag` |
///
/// Bytes are served exactly as they were published. Errors are `application/problem+json` (RFC 9457).
struct ManifestService: RoutedService {
    let router: Router

    init(store: ManifestStore, keySets: KeySetStore, access: any GatewayIdentity) {
        router = Router([
            Route(ManifestContract.manifest) { request, parameters in
                if let refusal = await access.refusal(of: request) { return refusal.response }
                return await ManifestService.answer(
                    .manifest, of: parameters["id"], from: store, to: request, "private, no-cache")
            },
            Route(ManifestContract.openAPI) { request, parameters in
                await ManifestService.answer(
                    .openAPI, of: parameters["id"], from: store, to: request, "public, no-cache")
            },
            keySets.route(ManifestContract.keys, .manifests),
        ])
    }

    private static func answer(
        _ document: ManifestStore.Document, of name: String, from store: ManifestStore, to request: HTTPRequest,
        _ cacheControl: String
    ) async -> HTTPResponse {
        let unknown = Problem(.journeyUnknown, "No journey with this id is published.").response
        guard let id = JourneyID(name) else { return unknown }
        do {
            return try await store.response(with: document, of: id, to: request, cacheControl: cacheControl) ?? unknown
        } catch {
            return Problem.unavailable("The journey cannot be read from the database at the moment.").response
        }
    }
}
