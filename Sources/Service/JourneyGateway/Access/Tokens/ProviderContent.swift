import JourneyBase
import JourneyCrypto

/// The validated contents of the files that the identity provider's configuration names.
struct ProviderContent: Sendable {
    let configuration: GatewayConfiguration.Provider
    /// PEM authorities trusted for the provider; empty for the system's.
    let authorities: [String]
    private let verification: Verification
    private let nonces: DPoPNonces?

    /// The least bytes of a key for nonces.
    private static let leastKeyBytes = 32

    /// The way in which tokens are verified, with the secret that it needs.
    private enum Verification {
        case keys(HTTPSURL, Set<SignatureAlgorithm>)
        case introspection(TokenIntrospector.Endpoint)
    }

    /// Reads the files. Throws `FILE_UNUSABLE`, `FILE_WRITABLE` or `SECRET_EXPOSED`.
    init(_ configuration: GatewayConfiguration.Provider) throws(JourneyError) {
        self.configuration = configuration
        authorities =
            try configuration.authoritiesFile.map { path throws(JourneyError) in
                [try GatewayFile.certificates(path, "identity.authoritiesFile", of: " of authorities").text]
            } ?? []
        switch configuration.verification {
        case .keys(let address, let algorithms): verification = .keys(address, algorithms)
        case .introspection(let address, let clientID, let file):
            verification = .introspection(
                TokenIntrospector.Endpoint(
                    address: address, clientID: clientID,
                    clientSecret: try GatewayFile.secret(file, "identity.introspection.clientSecretFile")))
        }
        nonces = try configuration.nonceKeyFile.map { path throws(JourneyError) in
            let member = "identity.nonceKeyFile"
            let key = try GatewayFile.secret(path, member)
            guard key.count >= ProviderContent.leastKeyBytes else {
                throw GatewayFile.fault(
                    member, path, "has fewer than \(ProviderContent.leastKeyBytes) bytes; use random bytes")
            }
            return DPoPNonces(key: key)
        }
    }

    /// Creates the identity check. `transport` reaches the provider.
    func identity(
        over transport: any HTTPTransport, proofs: DPoPStore, dependencies: Dependencies
    ) -> ProviderIdentity {
        let verification: ProviderIdentity.Verification
        switch self.verification {
        case .keys(let address, let algorithms):
            verification = .keys(
                ProviderKeys(address, accepting: algorithms, over: transport, dependencies: dependencies), algorithms)
        case .introspection(let endpoint):
            verification = .introspection(
                TokenIntrospector(
                    endpoint, policy: configuration.policy, over: transport, dependencies: dependencies))
        }
        return ProviderIdentity(
            policy: configuration.policy, verification: verification,
            constraints: SenderConstraints(
                demand: configuration.senders, proofs: proofs, nonces: nonces, dependencies: dependencies),
            clients: configuration.clients, dependencies: dependencies)
    }
}
