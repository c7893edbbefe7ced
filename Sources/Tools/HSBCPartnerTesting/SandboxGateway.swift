import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyLanguage
import JourneyServer
import JourneyTesting
import JourneyWire

/// The gateway of a `BankSandbox`: the real one in this process, with signing keys that it generates.
struct SandboxGateway: Sendable {
    static let origin = sandboxOrigin("gateway.example")
    private static let (issuer, environment) = ("test-bank", "sandbox")

    private let manifestKey: P256PrivateKey
    private let root: P256PrivateKey
    private let remoteKey: P256PrivateKey
    private let now: Date

    init(now: Date) throws {
        manifestKey = try .generate()
        root = try .generate()
        remoteKey = try .generate()
        self.now = now
    }

    private func anchor() throws -> ManifestAnchor {
        ManifestAnchor(
            issuer: SandboxGateway.issuer, environment: SandboxGateway.environment,
            keys: try JWKSet(["root-1": root.publicKey]))
    }

    /// Creates the endpoint profile of this gateway for an app.
    func endpoints() throws -> EndpointProfile {
        guard let address = HTTPSURL(origin: SandboxGateway.origin, path: "/") else {
            throw JourneyError(.configurationInvalid, "The sandbox gateway's URL is invalid.")
        }
        return EndpointProfile(
            gateway: address, manifestAnchor: try anchor(),
            remoteConfigurationKeys: try JWKSet(["remote-1": remoteKey.publicKey]))
    }

    /// Creates a gateway that serves this journey without checking it, to the partner and client of `config` with the sandbox's
    /// context token. With `isStopped`, the bank has stopped the journey.
    func service(
        _ journey: String, _ manifest: JSONValue, _ openAPI: [UInt8], isStopped: Bool, bank: BankSandbox.Service,
        config: HSBCInitConfig
    ) async throws -> GatewayService {
        guard let id = JourneyID(journey),
            let settlements = HTTPSURL(origin: BankSandbox.bankOrigin, path: BankCall.settle.path)
        else { throw JourneyError(.configurationInvalid, "“\(journey)” is not a valid journey id.") }
        let database = try await Database.open(.memory)
        let stores = try await GatewayStores(database)
        try await stores.keySets.publish(try PublishedKeySet(try await keySet()), for: .manifests)
        let signed = try await ManifestSigner.sign(manifest, key: manifestKey, kid: "key-1").compactBytes
        try await stores.manifests.publish(try PublishedJourney(unchecked: id, manifest: signed, openAPI: openAPI))
        let remoteKeys = try JWKSet(["remote-1": remoteKey.publicKey])
        try await stores.keySets.publish(PublishedKeySet(remoteKeys), for: .remoteConfiguration)
        try await stores.remote.publish(
            try await RemoteConfiguration.sign(
                remoteDocument(journey, isStopped: isStopped), key: remoteKey, kid: "remote-1"),
            environment: SandboxGateway.environment, keys: remoteKeys)
        var access = GatewayAccess()
        access.admit(
            token: Secret(copying: BankSandbox.contextToken.utf8), partner: config.partnerId, client: config.clientId)
        var assembly = GatewayAssembly(stores, identity: access, environment: SandboxGateway.environment)
        assembly.bank = (bank, settlements)
        return try assembly.service()
    }

    private func keySet() async throws -> ManifestKeySet {
        let document = ManifestKeySet.document(
            try JWKSet(["key-1": manifestKey.publicKey]), version: 1, issuer: SandboxGateway.issuer,
            environment: SandboxGateway.environment, notBefore: now - 86_400, notAfter: now + 30 * 86_400)
        return try ManifestKeySet.verify(
            try ManifestKeySet.sign(document, key: root, kid: "root-1"), anchor: try anchor(), now: now)
    }

    private func remoteDocument(_ journey: String, isStopped: Bool) -> JSONValue {
        [
            "environment": .string(SandboxGateway.environment), "sequence": isStopped ? 6 : 5,
            "notBefore": .string((now - 86_400).formatted(.iso8601)),
            "notAfter": .string((now + 86_400).formatted(.iso8601)),
            "refreshSeconds": 60, "graceSeconds": 3_600,
            "rules": isStopped ? [["journey": .string(journey), "stop": "stopped"]] : [],
        ]
    }
}
