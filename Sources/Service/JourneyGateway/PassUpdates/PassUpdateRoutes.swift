import Foundation
package import JourneyBase
package import JourneyServer
import JourneyWire
import Synchronization

/// What Wallet asks about passes that it has (Wallet Passes, "Adding a web service to update passes"), under `/wallet`.
///
/// | route, after `/wallet/v1` | |
/// |---|---|
/// | `POST`, `DELETE /devices/{device}/registrations/{type}/{serial}` | pushes to the device when the pass changes; none any more |
/// | `GET /devices/{device}/registrations/{type}` | which of its passes have changed |
/// | `GET /passes/{type}/{serial}` | the pass as it is now |
/// | `POST /passes/{type}/{serial}/personalize` | what the person has filled in; the token, signed |
/// | `POST /log` | what Wallet has to say |
/// | `GET /openapi.json` | all this, for machines |
package struct PassUpdateRoutes: RoutedService {
    package let router: Router

    /// For the passes that a pass service issues. Throws `FILE_UNUSABLE` without the OpenAPI document.
    package init(
        passes: PassStore, factory: PassFactory, updates: PassUpdateStore, dependencies: Dependencies = .system
    ) throws(JourneyError) {
        try self.init(
            source: IssuedPasses(store: passes, factory: factory, dependencies: dependencies), store: updates,
            dependencies: dependencies)
    }

    /// For anybody's passes. Throws `FILE_UNUSABLE` without the OpenAPI document.
    init(
        source: any PassSource, store: PassUpdateStore, dependencies: Dependencies = .system
    ) throws(JourneyError) {
        try self.init(source: source, store: store, gate: PassRateLimiter(), dependencies: dependencies)
    }

    init(
        source: any PassSource, store: PassUpdateStore, gate: PassRateLimiter, dependencies: Dependencies
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

    /// What the device was given last. One that cannot be read is none: then it is told of all its passes.
    private static func tag(of request: HTTPRequest) -> PassUpdateStore.Tag? {
        let name = PassUpdateContract.passesUpdatedSince + "="
        let value = request.url.query?.split(separator: "&").first { $0.hasPrefix(name) }
        return value.flatMap { PassUpdateStore.Tag($0.dropFirst(name.count)) }
    }
}
