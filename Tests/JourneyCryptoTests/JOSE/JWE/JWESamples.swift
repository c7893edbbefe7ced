import JourneyBase
import Testing

@testable import JourneyCrypto

/// Recipients of every kind, and texts that differ from this package's.
enum JWESamples {
    /// A destination with its recipient.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let destination: JWE.Destination
        let recipient: JWE.Recipient
        var testDescription: String { name }
    }

    /// Returns every combination of curve, key management and content encryption.
    static func ways() throws -> [Way] {
        var ways: [Way] = []
        for encryption in JWE.ContentEncryption.allCases {
            for curve in EllipticCurve.allCases {
                let key = try AgreementKey.generate(curve)
                for management in [JWE.KeyManagement.ecdhES, .ecdhESA256KW] {
                    ways.append(
                        Way(
                            name: "\(management.rawValue), \(curve.rawValue), \(encryption.rawValue)",
                            destination: try JWE.Destination(
                                key.publicKey, kid: "k", by: management, encryption: encryption),
                            recipient: JWE.Recipient(
                                key, kid: "k", accepting: [management], encryptions: [encryption])))
                }
            }
            let key = Secret.random(count: encryption.keyCount)
            ways.append(
                Way(
                    name: "dir, \(encryption.rawValue)", destination: try JWE.Destination(direct: key, kid: "k"),
                    recipient: try JWE.Recipient(direct: key, kid: "k")))
        }
        return ways
    }

    /// Returns the result of decryption.
    static func outcome(
        _ text: String, _ recipient: JWE.Recipient, typ: String? = nil
    ) -> Result<[UInt8], JWEError> {
        Result { () throws(JWEError) in try CompactJWE.open(text, with: recipient, typ: typ).content }
    }

    /// Returns the members of a header in base64url.
    static func members(_ header: some StringProtocol) throws -> [String: JSONValue] {
        let bytes = try #require(Base64URL.decode(header))
        return try #require(try JSONReader.read(bytes).object)
    }

    /// Returns a text for P-256 with the caller's header, encrypted with the key that this header leads to, so that all other
    /// parts are valid. `change` receives the regular header.
    static func forged(
        to key: AgreementKey, by management: JWE.KeyManagement = .ecdhES,
        _ change: ([String: JSONValue]) -> String
    ) throws -> String {
        let ephemeral = try AgreementKey.generate(key.curve)
        let header = JWEHeader(
            keyManagement: management, encryption: .a256GCM, kid: nil, labels: JWE.Labels(),
            ephemeral: ephemeral.publicKey)
        let encoded = Base64URL.encode(Array(change(try members(header.encoded)).utf8))
        let agreed = try header.agreedKey(ephemeral, key.publicKey)
        let content = Secret.random(count: 32)
        let sealed = try AESGCM.seal(
            [1, 2, 3], key: management == .ecdhES ? agreed : content, nonce: [UInt8](repeating: 1, count: 12),
            aad: Array(encoded.utf8))
        let wrapped = management == .ecdhES ? [] : try AESKeyWrap.wrap(content, with: agreed)
        return [
            encoded, Base64URL.encode(wrapped), Base64URL.encode([UInt8](repeating: 1, count: 12)),
            Base64URL.encode(sealed.dropLast(16)), Base64URL.encode(sealed.suffix(16)),
        ].joined(separator: ".")
    }
}
