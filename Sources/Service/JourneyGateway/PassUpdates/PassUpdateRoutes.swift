import Foundation
import JourneyBase
import JourneyServer
import JourneyWire
import Synchronization

/// The pass web service's endpoints for Wallet (Wallet Passes, "Adding a web service to update passes"), under `/wallet`.
///
/// | route, after `/wallet/v1` | |
/// |---|---|
/// | `POST`, `DELETE /devices/{device}/registrations/{type}/{serial}` | starts or ends pushes to the device about the pass |
/// | `GET /devices/{device}/registrations/{type}` | the device's changed passes |
/// | `GET /passes/{type}/{serial}` | the current pass |
/// | `POST /passes/{type}/{serial}/personalize` | stores the user's personal data; returns the signed token |
/// | `POST /log` | stores Wallet's log messages |
/// | `GET /openapi.json` | the description of these endpoints |
struct PassUpdateRoutes: RoutedService {
    let router: Router

    /// Creates the endpoints for the passes of any source.
    ///
    /// - Parameters:
    ///   - source: The source of the passes.
    ///   - store: Registrations, changes and pushes.
    ///   - gate: The counters of the rate limits, which a reload does not reset.
    ///   - dependencies: Time, randomness and log.
    /// - Throws: `FILE_UNUSABLE` without the bundled OpenAPI document.
    init(
        source: any PassSource, store: PassUpdateStore, gate: PassRateLimiter = PassRateLimiter(),
        dependencies: Dependencies
    ) throws(JourneyError) {
        let service = PassUpdateService(source: source, store: store, gate: gate, dependencies: dependencies)
        func route(
            _ endpoint: some WireEndpoint, limit: Int,
            _ work: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse
        ) -> Route { PassUpdateContract.route(endpoint, below: PassUpdateContract.prefix, limit: limit, work) }
        router = Router([
            route(PassUpdateContract.register, limit: 4_096) { request, parameters in
                let isNew = try await service.register(
                    try await service.pass(parameters, for: request), on: try PassPath.device(parameters),
                    pushToken: try PassForms.pushToken(request))
                return Self.empty(isNew ? 201 : 200)
            },
            route(PassUpdateContract.unregister, limit: 4_096) { request, parameters in
                let pass = try await service.pass(parameters, for: request)
                try await service.unregister(pass, from: try PassPath.device(parameters))
                return Self.empty(200)
            },
            route(PassUpdateContract.updated, limit: 0) { request, parameters in
                let updated = try await service.updated(
                    on: try PassPath.device(parameters), type: try PassPath.type(parameters), Self.tag(of: request))
                guard let updated else { return Self.empty(204) }
                return PassUpdateContract.updated.response(
                    UpdatedPasses(serialNumbers: updated.serials, lastUpdated: updated.tag.text),
                    headers: ["Cache-Control": "no-store"])
            },
            route(PassUpdateContract.latest, limit: 0) { request, parameters in
                let pass = try await service.pass(parameters, for: request)
                return try await service.latest(
                    pass, ifModifiedSince: request.headers[PassUpdateContract.ifModifiedSince])
            },
            route(PassUpdateContract.personalize, limit: 16 << 10) { request, parameters in
                return PassUpdateContract.personalize.response(
                    try await service.personalize(try PassPath.pass(parameters), request))
            },
            route(PassUpdateContract.log, limit: 64 << 10) { request, _ in
                try await service.log(request)
                return Self.empty(200)
            },
            try PassDocument.updates.route(PassUpdateContract.prefix + PassUpdateContract.document.path),
        ])
    }

    private static func empty(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Cache-Control": "no-store"])
    }

    /// Returns the device's last update tag; `nil` if it is missing or invalid, and then all passes are listed.
    private static func tag(of request: HTTPRequest) -> PassUpdateStore.Tag? {
        let name = PassUpdateContract.passesUpdatedSince + "="
        let value = request.url.query?.split(separator: "&").first { $0.hasPrefix(name) }
        return value.flatMap { PassUpdateStore.Tag($0.dropFirst(name.count)) }
    }
}
