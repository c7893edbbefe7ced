import Foundation
public import JourneyBase
public import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire

/// Serves the signed remote configuration of the gateway's environment, the kill switch among it, and the keys that verify
/// it.
///
/// | route | who | cached |
/// |---|---|---|
/// | `GET /remote-configuration/{environment}` | anybody | no-cache, by `ETag` |
/// | `GET /.well-known/remote-configuration-keys.json` | anybody | no-cache, by `ETag` |
///
/// The document is a compact JWS, served exactly as it was published. It holds nothing of persons: devices ask without a
/// token.
struct RemoteConfigurationService: RoutedService {
    let router: Router

    /// A service for `environment` (`sandbox` or `production`).
    init(store: RemoteConfigurationStore, keySets: KeySetStore, environment: String) {
        router = Router([
            Route(RemoteConfigurationContract.document) { request, parameters in
                await .answering(orUnavailable: "The configuration cannot be read at the moment.") {
                    guard parameters["environment"] == environment,
                        let bytes = try await store.document(of: environment)
                    else { throw Problem(.remoteConfigurationUnknown, "There is no remote configuration here.") }
                    return CachedDocument(bytes: bytes, type: JOSEText.mediaType)
                        .response(to: request, cacheControl: "no-cache")
                }
            },
            keySets.route(RemoteConfigurationContract.keys, .remoteConfiguration),
        ])
    }
}

extension RemoteConfigurationStore {
    /// Serves `document` from the next request on. What devices would refuse is not served: throws `REMOTE_CONFIG_INVALID`
    /// for what `keys` do not verify, what makes no sense or belongs to another environment, and
    /// `REMOTE_CONFIG_ROLLBACK` for what is older than what is served, or another document of its number.
    public func publish(_ document: [UInt8], environment: String, keys: JWKSet) async throws(JourneyError) {
        try await publish(RemoteConfiguration.verified(document, environment: environment, keys: keys), document)
    }
}

extension RemoteConfiguration {
    /// What `document` says of `environment`. Throws `REMOTE_CONFIG_INVALID` as above.
    static func verified(
        _ document: [UInt8], environment: String, keys: JWKSet
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try RemoteConfiguration.open(document, keys: keys)
        guard verified.configuration.environment == environment else {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration belongs to another environment.")
        }
        return verified
    }

    /// Whether it counts at `now`, as devices judge it.
    func season(at now: Date) -> Validity {
        if now < notBefore {
            return .early(JourneyError(.remoteConfigExpired, "The remote configuration is not valid yet."))
        }
        guard now < notAfter else {
            return .over(JourneyError(.remoteConfigExpired, "The remote configuration has expired."))
        }
        return .now
    }
}
