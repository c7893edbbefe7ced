import Foundation
import JourneyBase
import JourneyCrypto

/// The data that this wallet signs and sends as `issuerBindingData`.
///
/// Apple's format is not public, and no server can verify it. This format is the wallet's own and says so; issuers store it
/// unchanged and copy it into the pass.
struct WalletChallenge: Hashable, Sendable {
    /// The bytes for the issuer, sent in hexadecimal.
    let bytes: [UInt8]
    /// The hash of the signing key: SHA-256 of its SubjectPublicKeyInfo.
    let keyHash: [UInt8]

    static let form = "JourneyKit sandbox wallet 1, not Apple's"

    /// Signs exactly the issuer's bytes, for the party and account that they name.
    init(over issuerData: [UInt8], by key: P256PrivateKey) throws(CryptoError) {
        let signature = try key.sign(WalletChallenge.message(issuerData))
        keyHash = SHA256.hash(key.publicKey.spki)
        bytes =
            JSONValue.object([
                "form": .string(WalletChallenge.form), "publicKey": .string(Base64URL.encode(key.publicKey.spki)),
                "signature": .string(Base64URL.encode(signature)),
            ]).compactBytes
    }

    /// Verifies that `bytes`, from a pass or a callback, are such a challenge over `issuerData`. Returns the hash of the key, or
    /// `nil`.
    static func keyHash(of bytes: [UInt8], over issuerData: [UInt8]) -> [UInt8]? {
        guard let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 4_096, depth: 2)).object,
            object["form"]?.string == form,
            let spki = object["publicKey"]?.string.flatMap({ Base64URL.decode($0) }),
            let signature = object["signature"]?.string.flatMap({ Base64URL.decode($0) }),
            let key = try? P256PublicKey(spki: Array(spki)),
            key.verifies(Array(signature), of: message(issuerData))
        else { return nil }
        return SHA256.hash(Array(spki))
    }

    /// Returns the signed message, prefixed with the format's name, so that signatures of this key have no other meaning.
    private static func message(_ issuerData: [UInt8]) -> [UInt8] {
        Array(form.utf8) + [0] + SHA256.hash(issuerData)
    }
}
