internal import Foundation
internal import JourneyCrypto

/// The SHA-256 digest of a public key (SubjectPublicKeyInfo in DER), in the form of RFC 7469, section 2.4.
public struct SPKIPin: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes in base64 with padding.
    public let base64: String

    /// Creates the pin of `base64`; `nil` unless it is 32 bytes in base64 with padding.
    init?(_ base64: String) {
        // One form for each digest, so that pins compare as texts: 43 characters, the last one with two zero bits.
        let bytes = Array(base64.utf8)
        guard bytes.count == 44, let data = Data(base64Encoded: base64), data.count == 32,
            "AEIMQUYcgkosw048".utf8.contains(bytes[42])
        else { return nil }
        self.base64 = base64
    }

    /// Creates the pin of the key with the SubjectPublicKeyInfo `spki` (DER).
    public init(hashing spki: [UInt8]) { base64 = Data(SHA256.hash(spki)).base64EncodedString() }

    public var description: String { base64 }
}
