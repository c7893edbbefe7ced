package import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyLanguage
package import JourneyServer
package import SandboxServices

/// What a sandbox is started with.
package struct SandboxOptions: Sendable {
    /// The one app that the gateway attests: the demo itself, by the development attestor.
    package static let appID = "JOURNEYKIT.demo"
    /// The names under which the two servers answer; both lead to loopback.
    package static let gatewayName = "gateway.localhost"
    package static let bankName = "bank.localhost"

    /// The certificates of the two servers; one that names both will do for both.
    package var gatewayIdentity: DevelopmentIdentity
    package var bankIdentity: DevelopmentIdentity
    /// The authority that issued them.
    package var authorityPEM: String
    /// The pin of its key, which clients hold as a backup: it outlives the servers' certificates.
    package var authorityPin: String
    /// Signs manifests.
    package var manifestKey: P256PrivateKey
    package var keyID: String
    /// The root that signs the key set, and nothing else.
    package var rootKey: P256PrivateKey
    /// The key set, where one stands already; else it is signed at the start.
    package var keySet: ManifestKeySet?
    /// Signs the remote configuration; named by its thumbprint.
    package var remoteKey: P256PrivateKey
    /// Signs the ID tokens of the bank's authorization server.
    package var signInKey: P256PrivateKey
    /// Which environment the remote configuration is of, as apps know it.
    package var environment = "sandbox"
    /// What the remote configuration's rules are: nothing is stopped.
    package var remoteRules: JSONValue = []
    /// Opens the gateway's manifests and the bank's API.
    package var contextToken: Secret
    /// Partners and their clients.
    package var partners: [String: Set<String>] = ["demo-partner": ["demo-client"]]
    /// Where the bank keeps its books.
    package var database = DatabaseLocation.memory
    /// Where the gateway keeps the apps that it knows: their attested keys outlive the servers.
    package var devices = DatabaseLocation.memory
    /// Journeys to serve beside the sandbox's own, or in their place where they have the same id. `{{gateway}}`,
    /// `{{bank}}`, `{{notBefore}}`, `{{notAfter}}` and `{{oapiSha256}}` in them are filled in; they are signed anew.
    package var journeys: [(manifest: JSONValue, openAPI: JSONValue)] = []
    /// Journeys that somebody writes, with the bank's own addresses in them: a stand-in plays that bank.
    package var standIns: [FakeBank.Journey] = []
    /// A wallet's service beside the bank; `nil` for none.
    package var wallet: WalletServer.Options?
    /// A card issuer; `nil` for none. Pages of the sandbox's gateway may use its vault.
    package var cards: CardIssuerOptions?
    /// The card proxy at the sandbox's gateway; `nil` for none. There is none without an issuer either.
    package var cardProxy: SandboxCardProxy?
    /// A pass service of its own; `nil` for none.
    package var passes: PassServer.Options?
    /// Zero takes a free port.
    package var gatewayPort = 0
    package var bankPort = 0
    /// From when to when the manifests are valid.
    package var validity: ClosedRange<Date>
    /// How the sandbox misbehaves: not at all.
    package var faults = FaultPlan()
    package var dependencies: Dependencies

    /// The dependencies with the clock as far off as the faults want it.
    var skewedSurroundings: Dependencies {
        var skewed = dependencies
        let (now, skew) = (dependencies.now, faults.clockSkew / .seconds(1))
        skewed.now = { now().addingTimeInterval(skew) }
        return skewed
    }

    /// `validity`, as a server with that clock would say it.
    var skewedValidity: ClosedRange<Date> {
        let skew = faults.clockSkew / .seconds(1)
        return validity.lowerBound.addingTimeInterval(skew)...validity.upperBound.addingTimeInterval(skew)
    }

    /// The key set that stands, or one for the manifest key.
    func signedKeySet(for anchor: ManifestAnchor) throws(JourneyError) -> ManifestKeySet {
        let now = dependencies.now()
        if let keySet { return try ManifestKeySet.verify(keySet.document, anchor: anchor, now: now) }
        let bytes = try DevelopmentKeySet.sign(
            [keyID: manifestKey.publicKey], root: rootKey, environment: environment, now: now)
        return try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
    }

}

extension SandboxOptions {
    /// Options of a sandbox whose identities, keys and token are those of `state`.
    package init(_ state: DevelopmentState, dependencies: Dependencies = .system) {
        self.init(
            gatewayIdentity: state.server, bankIdentity: state.server, authorityPEM: state.authority.certificatePEM,
            authorityPin: state.authority.pin, manifestKey: state.manifestKey, keyID: state.keyID,
            rootKey: state.rootKey, keySet: state.keySet, remoteKey: state.remoteKey, signInKey: state.signInKey,
            contextToken: state.contextToken, validity: SandboxOptions.validity(from: dependencies.now()),
            dependencies: dependencies)
    }

    /// Options of which nothing is kept: a new authority, keys and token, and books in memory.
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
