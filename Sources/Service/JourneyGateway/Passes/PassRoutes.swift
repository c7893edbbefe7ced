import Foundation
import JourneyBase
import JourneyServer
import JourneyWire
import WalletPass

/// The pass service's endpoints: binding passes to their holders' accounts (in-app provisioning). `docs/reference/pass-service.md`
/// describes bodies and codes.
///
/// | route below `/api/v2/in_app_provisioning` | |
/// |---|---|
/// | `POST /issuer_data` | returns signed binding data for a tag's pass |
/// | `POST /callback?sessionIdentifier=…` | accepts the device's signature; returns the pass |
/// | `GET /sessions/{session}` | returns the status of a session |
/// | `POST /user_tokens` | issues a short-lived token for one holder |
/// | `GET /openapi.json` | the description of these endpoints |
struct PassRoutes: RoutedService {
    /// The maximum body sizes of apps and devices, in bytes.
    static let (appLimit, deviceLimit) = (4_096, 65_536)

    let router: Router

    /// Creates the pass service's endpoints.
    ///
    /// - Parameters:
    ///   - store: The pass service's records.
    ///   - factory: The factory that builds passes.
    ///   - settings: The service's origin, times and rate limits.
    ///   - gate: The counters of the rate limits, which a reload does not reset.
    ///   - dependencies: Time, randomness and log.
    /// - Throws: `CONFIGURATION_INVALID` for an origin that forms no valid URLs; `FILE_UNUSABLE` without the bundled OpenAPI
    ///   document.
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
                // Callers without a valid token must not see any other error.
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
