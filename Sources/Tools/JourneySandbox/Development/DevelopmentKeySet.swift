import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// The sandbox's key set, signed by its own root for the sandbox's issuer.
enum DevelopmentKeySet {
    /// The issuer of the sandbox's manifests.
    static let issuer = "harbour-bank-sandbox"
    static let life: TimeInterval = 90 * 86_400

    static func anchor(_ root: P256PrivateKey, environment: String) throws(JourneyError) -> ManifestAnchor {
        ManifestAnchor(
            issuer: issuer, environment: environment, keys: try set([root.publicKey.thumbprint: root.publicKey]))
    }

    /// Signs a set of `keys` with `root`. Its version is the time in seconds, so that each is above the previous ones.
    static func sign(
        _ keys: [String: P256PublicKey], root: P256PrivateKey, environment: String, now: Date
    ) throws(JourneyError) -> [UInt8] {
        let document = ManifestKeySet.document(
            try set(keys), version: Int64(now.timeIntervalSince1970), issuer: issuer, environment: environment,
            notBefore: now.addingTimeInterval(-86_400), notAfter: now.addingTimeInterval(life))
        return try ManifestKeySet.sign(document, key: root, kid: root.publicKey.thumbprint)
    }

    private static func set(_ keys: [String: P256PublicKey]) throws(JourneyError) -> JWKSet {
        do { return try JWKSet(keys) } catch {
            throw JourneyError(.configurationInvalid, "The manifest key's id is not a valid key id: \(error).")
        }
    }
}
