package import Foundation

/// A certificate with its private key as PEM, for development only.
package struct DevelopmentIdentity: Sendable {
    /// The certificate as PEM (RFC 7468).
    package let certificatePEM: String
    /// The private key as unencrypted PKCS#8 PEM, for a file that only its owner can read.
    package let keyPEM: String
    /// The certificate as DER.
    package let certificateDER: [UInt8]
    /// The pin: SHA-256 of the SubjectPublicKeyInfo in base64 with padding (RFC 7469, section 2.4).
    package let pin: String
    /// The start of the validity.
    package let notBefore: Date
    /// The end of the validity, exclusive.
    package let notAfter: Date

    /// Returns `true` if the certificate is valid at `now` and for `margin` seconds longer. Otherwise it should be reissued.
    package func isValid(at now: Date, margin: TimeInterval = 0) -> Bool {
        notBefore <= now && now.addingTimeInterval(margin) < notAfter
    }

    static func pin(of key: P256PublicKey) -> String { Data(SHA256.hash(key.spki)).base64EncodedString() }
}
