import Foundation
public import JourneyBase
public import JourneyServer
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
public struct PassUpdateRoutes: RoutedService {
    private static let prefix = "/wallet/v1"
    private static let passPattern = prefix + "/devices/{device}/registrations/{type}/{serial}"

    public let router: Router

    /// For the passes that a pass service issues. Throws `FILE_UNUSABLE` without the OpenAPI document.
    public init(
        passes: PassStore, factory: PassFactory, updates: PassUpdateStore, surroundings: Surroundings = .system
    ) throws(JourneyError) {
        try self.init(
            source: IssuedPasses(store: passes, factory: factory, surroundings: surroundings), store: updates,
            surroundings: surroundings)
    }

    /// For anybody's passes. Throws `FILE_UNUSABLE` without the OpenAPI document.
    public init(
        source: any PassSource, store: PassUpdateStore, surroundings: Surroundings = .system
    ) throws(JourneyError) {
        try self.init(source: source, store: store, gate: PassGate(), surroundings: surroundings)
    }

    init(
        source: any PassSource, store: PassUpdateStore, gate: PassGate, surroundings: Surroundings
    ) throws(JourneyError) {
        let service = PassUpdateService(source: source, store: store, gate: gate, surroundings: surroundings)
        router = Router([
            PassUpdateContract.route(.post, Self.passPattern, limit: 4_096) { request, parameters in
                let isNew = try await service.register(
                    try await service.pass(parameters, for: request), on: try PassPath.device(parameters),
                    pushToken: try PassForms.pushToken(request))
                return Self.empty(isNew ? 201 : 200)
            },
            PassUpdateContract.route(.delete, Self.passPattern, limit: 4_096) { request, parameters in
                let pass = try await service.pass(parameters, for: request)
                try await service.unregister(pass, from: try PassPath.device(parameters))
                return Self.empty(200)
            },
            PassUpdateContract.route(.get, Self.prefix + "/devices/{device}/registrations/{type}", limit: 0) {
                request, parameters in
                let updated = try await service.updated(
                    on: try PassPath.device(parameters), type: try PassPath.type(parameters), Self.tag(of: request))
                guard let updated else { return Self.empty(204) }
                return .json(
                    [
                        "serialNumbers": .array(updated.serials.map { .string($0) }),
                        "lastUpdated": .string(updated.tag.text),
                    ], headers: ["Cache-Control": "no-store"])
            },
            PassUpdateContract.route(.get, Self.prefix + "/passes/{type}/{serial}", limit: 0) { request, parameters in
                let pass = try await service.pass(parameters, for: request)
                return try await service.latest(pass, ifModifiedSince: request.headers["If-Modified-Since"])
            },
            PassUpdateContract.route(.post, Self.prefix + "/passes/{type}/{serial}/personalize", limit: 16 << 10) {
                request, parameters in
                let signature = try await service.personalize(try PassPath.pass(parameters), request)
                return HTTPResponse(
                    status: 200,
                    headers: ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"],
                    body: signature)
            },
            PassUpdateContract.route(.post, Self.prefix + "/log", limit: 64 << 10) { request, _ in
                try await service.log(request)
                return Self.empty(200)
            },
            try PassDocument.updates.route(Self.prefix + "/openapi.json"),
        ])
    }

    private static func empty(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Cache-Control": "no-store"])
    }

    /// What the device was given last. One that cannot be read is none: then it is told of all its passes.
    private static func tag(of request: HTTPRequest) -> PassUpdateStore.Tag? {
        let name = "passesUpdatedSince="
        let value = request.url.query?.split(separator: "&").first { $0.hasPrefix(name) }
        return value.flatMap { PassUpdateStore.Tag($0.dropFirst(name.count)) }
    }
}
