import Foundation
public import JourneyBase
public import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire

/// Serves the signed remote configuration of the gateway's environment, including the kill switch, and the keys that verify it.
///
/// | route | caller | cached |
/// |---|---|---|
/// | `GET /remote-configuration/{environment}` | anyone | no-cache, by `ETag` |
/// | `GET /.well-known/remote-configuration-keys.json` | anyone | no-cache, by `ETag` |
///
/// The document is a compact JWS, served exactly as published. It contains no personal data, so devices need no token.
struct RemoteConfigurationService: RoutedService {
    let router: Router

    /// Creates the service for `environment` (`sandbox` or `production`).
    init(store: RemoteConfigurationStore, keySets: KeySetStore, environment: String) {
        router = Router([
            Route(RemoteConfigurationContract.document) { request, parameters in
                await .answering(
                    orUnavailable: "The remote configuration cannot be read from the database at the moment."
                ) {
                    guard parameters["environment"] == environment,
                        let bytes = try await store.document(of: environment)
                    else {
                        throw Problem(
                            .remoteConfigurationUnknown, "No remote configuration is published for this environment.")
                    }
                    return CachedDocument(bytes: bytes, type: JOSEText.mediaType)
                        .response(to: request, cacheControl: "no-cache")
                }
            },
            keySets.route(RemoteConfigurationContract.keys, .remoteConfiguration),
        ])
    }
}

extension RemoteConfigurationStore {
    /// Publishes `document` from the next request on.
    ///
    /// - Parameters:
    ///   - document: The signed document, byte for byte.
    ///   - environment: The gateway's environment.
    ///   - keys: The keys that may sign it.
    /// - Throws: `REMOTE_CONFIG_INVALID` for a document that `keys` don't verify, that is malformed, or that belongs to another
    ///   environment; `REMOTE_CONFIG_ROLLBACK` for one that is older than the served one or differs under the same number; a code
    ///   of the database.
    public func publish(_ document: [UInt8], environment: String, keys: JWKSet) async throws(JourneyError) {
        try await publish(RemoteConfiguration.verified(document, environment: environment, keys: keys), document)
    }
}

extension RemoteConfiguration {
    /// Verifies `document` for `environment`. Throws `REMOTE_CONFIG_INVALID` as above.
    static func verified(
        _ document: [UInt8], environment: String, keys: JWKSet
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try RemoteConfiguration.open(document, keys: keys)
        guard verified.configuration.environment == environment else {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration belongs to another environment.")
        }
        return verified
    }

    /// Returns the validity at `now`, as devices judge it.
    func validity(at now: Date) -> Validity {
        if now < notBefore {
            return .notYetValid(JourneyError(.remoteConfigExpired, "The remote configuration is not valid yet."))
        }
        guard now < notAfter else {
            return .expired(JourneyError(.remoteConfigExpired, "The remote configuration has expired."))
        }
        return .valid
    }
}
