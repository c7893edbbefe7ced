import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyTesting

/// The gateway of a `BankSandbox`: what it publishes is really signed, by keys that it has made.
struct GatewayDesk: Sendable {
    static let origin = sandboxOrigin("gateway.example")
    static let issuer = "test-bank"

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

    /// What an app is told of this gateway.
    func endpoints() throws -> EndpointProfile {
        guard let address = HTTPSURL(origin: GatewayDesk.origin, path: "/") else { throw Refusal(500, "NO_ADDRESS") }
        return EndpointProfile(
            gateway: address,
            manifestAnchor: ManifestAnchor(
                issuer: GatewayDesk.issuer, environment: "sandbox", keys: try JWKSet(["root-1": root.publicKey])),
            remoteConfigurationKeys: try JWKSet(["remote-1": remoteKey.publicKey]))
    }

    /// Everything that is published, by path. `isStopped` has the bank stop the journey.
    func documents(_ journey: String, _ manifest: JSONValue, _ openAPI: [UInt8], isStopped: Bool) async throws
        -> [String: [UInt8]]
    {
        let keys = ManifestKeySet.document(
            try JWKSet(["key-1": manifestKey.publicKey]), version: 1, issuer: GatewayDesk.issuer,
            environment: "sandbox", notBefore: now - 86_400, notAfter: now + 30 * 86_400)
        let remote: JSONValue = [
            "environment": "sandbox", "sequence": isStopped ? 6 : 5,
            "notBefore": .string((now - 86_400).formatted(.iso8601)),
            "notAfter": .string((now + 86_400).formatted(.iso8601)),
            "refreshSeconds": 60, "graceSeconds": 3_600,
            "rules": isStopped ? [["journey": .string(journey), "stop": "stopped"]] : [],
        ]
        return [
            "/.well-known/journey-keys.json": try ManifestKeySet.sign(keys, key: root, kid: "root-1"),
            "/remote-configuration/sandbox": try await RemoteConfiguration.sign(
                remote, key: remoteKey, kid: "remote-1"),
            "/journeys/\(journey)/manifest.json": try await ManifestSigner.sign(
                manifest, key: manifestKey, kid: "key-1"
            )
            .compactBytes,
            "/journeys/\(journey)/openapi.json": openAPI,
        ]
    }
}
