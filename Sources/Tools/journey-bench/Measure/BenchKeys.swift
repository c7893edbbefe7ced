import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// A key set of one key, signed by a new root key.
enum BenchKeys {
    static func set(_ key: P256PrivateKey, issuer: String) throws -> ManifestKeySet {
        let root = try P256PrivateKey.generate()
        let document = ManifestKeySet.document(
            try JWKSet(["bench": key.publicKey]), version: 1, issuer: issuer, environment: "sandbox",
            notBefore: Date(timeIntervalSince1970: 0),
            notAfter: Date(timeIntervalSince1970: 4_000_000_000))
        let bytes = try ManifestKeySet.sign(document, key: root, kid: "root")
        return try ManifestKeySet.open(
            bytes,
            anchor: ManifestAnchor(
                issuer: issuer, environment: "sandbox", keys: try JWKSet(["root": root.publicKey])))
    }
}
