import Foundation
public import JourneyBase
public import JourneyServer
import JourneyWire
import WalletPass

/// Lets passes be bound to their holders' accounts: the in-app provisioning of the design, as a service. Bodies and codes are
/// in `docs/reference/pass-service.md`.
///
/// | route below `/api/v2/in_app_provisioning` | |
/// |---|---|
/// | `POST /issuer_data` | binding data for a tag's pass, signed |
/// | `POST /callback?sessionIdentifier=…` | what the device has signed; the pass |
/// | `GET /sessions/{session}` | what became of a session |
/// | `POST /user_tokens` | a token for one person, for a few minutes |
/// | `GET /openapi.json` | all this, for machines |
public struct PassRoutes: RoutedService {
    /// The longest body of an app's, and of a device's.
    static let (appLimit, deviceLimit) = (4_096, 65_536)

    public let router: Router

    /// Throws `CONFIGURATION_INVALID` for an origin that makes no addresses, `FILE_UNUSABLE` without the OpenAPI document.
    public init(
        store: PassStore, factory: PassFactory, settings: PassSettings, dependencies: Dependencies = .system
    ) throws(JourneyError) {
        try self.init(
            store: store, factory: factory, settings: settings, gate: PassRateLimiter(), dependencies: dependencies)
    }

    /// The same with what `gate` has counted before: one that takes another's place lets nobody begin anew.
    init(
        store: PassStore, factory: PassFactory, settings: PassSettings, gate: PassRateLimiter,
        dependencies: Dependencies
    ) throws(JourneyError) {
        let service = try PassService(
            store: store, factory: factory, settings: settings, gate: gate, dependencies: dependencies)
        router = Router([
            PassRoutes.issuerData(service), PassRoutes.callback(service), PassRoutes.session(service),
            PassRoutes.userTokens(service), try PassDocument.issuing.route(PassContract.document.path),
        ])
    }

    private static func issuerData(_ service: PassService) -> Route {
        PassContract.route(PassContract.issuerData, limit: appLimit) { request, _ in
            let token = try PassService.token(of: request)
            let (attribute, tag): (TagAttribute, String)
            do throws(PassRefusal) { (attribute, tag) = try PassForm.tag(request) } catch {
                // Strangers hear of nothing else than that they are.
                _ = try await service.caller(token)
                throw error
            }
            return PassContract.issuerData.response(
                try await service.issue(token: token, attribute, tag), headers: ["Cache-Control": "no-store"])
        }
    }

    private static func callback(_ service: PassService) -> Route {
        PassContract.route(PassContract.callback, limit: deviceLimit) { request, _ in
            let session = try PassForm.session(request)
            return PassContract.callback.response(
                try await service.pass(session: session, try PassForm.binding(request)))
        }
    }

    private static func session(_ service: PassService) -> Route {
        PassContract.route(PassContract.session, limit: appLimit) { request, parameters in
            let token = try PassService.token(of: request)
            let status = try await service.status(of: parameters["session"], token: token)
            return PassContract.session.response(PassSessionAnswer(status), headers: ["Cache-Control": "no-store"])
        }
    }

    private static func userTokens(_ service: PassService) -> Route {
        PassContract.route(PassContract.userToken, limit: appLimit) { request, _ in
            let token = try PassService.token(of: request)
            let caller = try await service.caller(token)
            let (fresh, end) = try await service.mint(for: try PassForm.holder(request), by: caller, token: token)
            return PassContract.userToken.response(
                UserTokenAnswer(token: WireSecret(fresh), expires: end.ISO8601Format()),
                headers: ["Cache-Control": "no-store"])
        }
    }
}
