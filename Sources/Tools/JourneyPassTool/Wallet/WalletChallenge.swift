import Foundation
import JourneyBase
import JourneyCrypto

/// What this wallet signs and sends as `issuerBindingData`.
///
/// The form of Apple's is not public, and no server can verify it. This one is this wallet's own and says so; issuers keep it
/// as it is and put it into the pass.
struct WalletChallenge: Hashable, Sendable {
    /// What an issuer gets: the bytes, to be sent in hexadecimal.
    let bytes: [UInt8]
    /// Of the key that has signed: SHA-256 of its SubjectPublicKeyInfo.
    let keyHash: [UInt8]

    static let form = "JourneyKit sandbox wallet 1, not Apple's"

    /// Signs the issuer's very bytes, for the party and account that they name.
    init(over issuerData: [UInt8], by key: P256PrivateKey) throws(CryptoError) {
        let signature = try key.sign(WalletChallenge.message(issuerData))
        keyHash = SHA256.hash(key.publicKey.spki)
        bytes =
            JSONValue.object([
                "form": .string(WalletChallenge.form), "publicKey": .string(Base64URL.encode(key.publicKey.spki)),
                "signature": .string(Base64URL.encode(signature)),
            ]).compactBytes
    }

    /// Whether `bytes`, as a pass or a callback has them, are such a challenge over `issuerData`; the hash of the key, or `nil`.
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

    /// With its own name before it, so that no signature of this key means anything else.
    private static func message(_ issuerData: [UInt8]) -> [UInt8] {
        Array(form.utf8) + [0] + SHA256.hash(issuerData)
    }
}
