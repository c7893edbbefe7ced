package import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyLanguage
package import JourneyServer
package import SandboxServices

/// The options of a sandbox.
package struct SandboxOptions: Sendable {
    /// The only app that the gateway attests: the demo, by the development attestor.
    package static let appID = "JOURNEYKIT.demo"
    /// The host names of the two servers; both resolve to loopback.
    package static let gatewayName = "gateway.localhost"
    package static let bankName = "bank.localhost"

    /// The certificates of the two servers; a single certificate with both names may serve both.
    package var gatewayIdentity: DevelopmentIdentity
    package var bankIdentity: DevelopmentIdentity
    /// The authority that issued them.
    package var authorityPEM: String
    /// The pin of the authority's key, the clients' backup pin, which outlives the servers' certificates.
    package var authorityPin: String
    /// The key that signs manifests.
    package var manifestKey: P256PrivateKey
    package var keyID: String
    /// The root key, which signs only the key set.
    package var rootKey: P256PrivateKey
    /// An existing key set; `nil` to sign one at the start.
    package var keySet: ManifestKeySet?
    /// The key that signs the remote configuration; its key id is its thumbprint.
    package var remoteKey: P256PrivateKey
    /// The key that signs the ID tokens of the bank's authorization server.
    package var signInKey: P256PrivateKey
    /// The environment of the remote configuration, as apps know it.
    package var environment = "sandbox"
    /// The rules of the remote configuration; by default nothing is stopped.
    package var remoteRules: JSONValue = []
    /// The token for the gateway's manifests and the bank's API.
    package var contextToken: Secret
    /// The partners with their clients.
    package var partners: [String: Set<String>] = ["demo-partner": ["demo-client"]]
    /// The bank's database.
    package var database = DatabaseLocation.memory
    /// The database of known apps; their attested keys outlive the servers.
    package var devices = DatabaseLocation.memory
    /// Journeys to serve in addition to the sandbox's own, or in place of one with the same id. The placeholders `{{gateway}}`,
    /// `{{bank}}`, `{{notBefore}}`, `{{notAfter}}` and `{{oapiSha256}}` are replaced, and the manifests signed again.
    package var journeys: [(manifest: JSONValue, openAPI: JSONValue)] = []
    /// Journeys under development with the bank's own addresses, each served by a fake bank.
    package var fakeBanks: [FakeBank.Journey] = []
    /// The wallet's service; `nil` for none.
    package var wallet: WalletServer.Options?
    /// The card issuer; `nil` for none. Pages of the sandbox's gateway may use its vault.
    package var cards: CardIssuerOptions?
    /// The card proxy of the sandbox's gateway; `nil` for none. It requires an issuer.
    package var cardProxy: SandboxCardProxy?
    /// The pass service; `nil` for none.
    package var passes: PassServer.Options?
    /// The ports; zero for any free port.
    package var gatewayPort = 0
    package var bankPort = 0
    /// The validity period of the manifests.
    package var validity: ClosedRange<Date>
    /// The injected faults; none by default.
    package var faults = FaultPlan()
    package var dependencies: Dependencies

    /// The dependencies with the clock skew of the faults.
    var skewedDependencies: Dependencies {
        var skewed = dependencies
        let (now, skew) = (dependencies.now, faults.clockSkew / .seconds(1))
        skewed.now = { now().addingTimeInterval(skew) }
        return skewed
    }

    /// The validity period shifted by the clock skew.
    var skewedValidity: ClosedRange<Date> {
        let skew = faults.clockSkew / .seconds(1)
        return validity.lowerBound.addingTimeInterval(skew)...validity.upperBound.addingTimeInterval(skew)
    }

    /// Returns the existing key set, or signs one for the manifest key.
    func signedKeySet(for anchor: ManifestAnchor) throws(JourneyError) -> ManifestKeySet {
        let now = dependencies.now()
        if let keySet { return try ManifestKeySet.verify(keySet.document, anchor: anchor, now: now) }
        let bytes = try DevelopmentKeySet.sign(
            [keyID: manifestKey.publicKey], root: rootKey, environment: environment, now: now)
        return try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
    }

}

extension SandboxOptions {
    /// Creates options with the identities, keys and token of `state`.
    package init(_ state: DevelopmentState, dependencies: Dependencies = .system) {
        self.init(
            gatewayIdentity: state.server, bankIdentity: state.server, authorityPEM: state.authority.certificatePEM,
            authorityPin: state.authority.pin, manifestKey: state.manifestKey, keyID: state.keyID,
            rootKey: state.rootKey, keySet: state.keySet, remoteKey: state.remoteKey, signInKey: state.signInKey,
            contextToken: state.contextToken, validity: SandboxOptions.validity(from: dependencies.now()),
            dependencies: dependencies)
    }

    /// Creates options without persistent state: a new authority, keys and token, and databases in memory.
    package static func ephemeral(dependencies: Dependencies = .system) throws -> SandboxOptions {
        let now = dependencies.now()
        let (begin, end) = (now.addingTimeInterval(-3_600), now.addingTimeInterval(86_400))
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        let key = try P256PrivateKey.generate()
        return SandboxOptions(
            gatewayIdentity: try authority.issue(names: [gatewayName], notBefore: begin, notAfter: end),
            bankIdentity: try authority.issue(names: [bankName], notBefore: begin, notAfter: end),
            authorityPEM: authority.identity.certificatePEM, authorityPin: authority.identity.pin,
            manifestKey: key, keyID: key.publicKey.thumbprint, rootKey: try P256PrivateKey.generate(),
            remoteKey: try P256PrivateKey.generate(), signInKey: try P256PrivateKey.generate(),
            contextToken: Secret(copying: Base64URL.encode(dependencies.random(32)).utf8),
            validity: validity(from: now), dependencies: dependencies)
    }

    private static func validity(from now: Date) -> ClosedRange<Date> {
        now.addingTimeInterval(-3_600)...now.addingTimeInterval(7 * 86_400)
    }
}
