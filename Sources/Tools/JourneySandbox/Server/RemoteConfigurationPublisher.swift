import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyLanguage
import Synchronization

/// Signs the sandbox's remote configuration and publishes it at the gateway, like the operator of a bank's kill switch.
final class RemoteConfigurationPublisher: Sendable {
    let keys: JWKSet
    private let store: RemoteConfigurationStore
    private let key: P256PrivateKey
    private let environment: String
    private let end: Date
    private let start: Date
    private let last: Mutex<Int64>

    /// Publishes the first document. Its sequence number is the time in milliseconds, so that devices that know an earlier
    /// sandbox accept it.
    init(_ options: SandboxOptions, _ stores: GatewayStores) async throws(JourneyError) {
        store = stores.remote
        key = options.remoteKey
        environment = options.environment
        (start, end) = (options.skewedValidity.lowerBound, options.skewedValidity.upperBound)
        do { keys = try JWKSet([key.publicKey.thumbprint: key.publicKey]) } catch {
            throw JourneyError(
                .configurationInvalid, "The remote configuration's key cannot be encoded as a JWK set: \(error).")
        }
        try await stores.keySets.publish(PublishedKeySet(keys), for: .remoteConfiguration)
        last = Mutex(Int64(options.dependencies.now().timeIntervalSince1970 * 1_000))
        try await publish(options.remoteRules)
    }

    func publish(_ rules: JSONValue) async throws(JourneyError) {
        let sequence = last.withLock { last in
            last += 1
            return last
        }
        let document: JSONValue = [
            "environment": .string(environment), "sequence": .number(JSONNumber(sequence)),
            "notBefore": .string(start.ISO8601Format()), "notAfter": .string(end.ISO8601Format()),
            "refreshSeconds": 10, "graceSeconds": 3_600, "rules": rules,
        ]
        try await store.publish(
            try await RemoteConfiguration.sign(document, key: key, kid: key.publicKey.thumbprint),
            environment: environment, keys: keys)
    }
}
