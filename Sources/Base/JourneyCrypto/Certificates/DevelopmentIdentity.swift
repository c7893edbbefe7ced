package import Foundation

/// A certificate with its private key, as files hold them: for development only.
package struct DevelopmentIdentity: Sendable {
    /// The certificate as PEM (RFC 7468).
    package let certificatePEM: String
    /// PKCS#8, not encrypted: goes into a file that only its owner can read.
    package let keyPEM: String
    /// The certificate itself.
    package let certificateDER: [UInt8]
    /// SHA-256 of the SubjectPublicKeyInfo in base64 with padding, as pins are written (RFC 7469, section 2.4).
    package let pin: String
    /// Valid from then on.
    package let notBefore: Date
    /// Not valid from then on.
    package let notAfter: Date

    /// Whether it is valid at `now` and for `margin` longer: what is not should be made anew.
    package func isValid(at now: Date, margin: TimeInterval = 0) -> Bool {
        notBefore <= now && now.addingTimeInterval(margin) < notAfter
    }

    static func pin(of key: P256PublicKey) -> String { Data(SHA256.hash(key.spki)).base64EncodedString() }
}
