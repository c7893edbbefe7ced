/// An authority that the configuration trusts: where every path has to end.
///
/// Its own certificate is held to the rules of every authority: validity, path length, key usage and name constraints
/// count (RFC 5937). Only its signature does not.
public struct TrustAnchor: Hashable, Sendable {
    /// The authority's certificate, which need not be self-signed.
    public let certificate: Certificate
    let key: PublicKey

    /// The anchor of that certificate. Throws `CertificateError.keyNotAllowed`, and `notAuthority` when it says that it is
    /// none.
    public init(_ certificate: Certificate) throws(CertificateError) {
        guard certificate.basicConstraints?.isAuthority == true else {
            throw CertificateError(.notAuthority, "an anchor that is no authority")
        }
        self.certificate = certificate
        key = try certificate.publicKey(at: nil)
    }

    public static func == (a: TrustAnchor, b: TrustAnchor) -> Bool { a.certificate == b.certificate }
    public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
}

extension Certificate {
    /// The key that the certificate is for. Throws `CertificateError.keyNotAllowed` when it is of a type or size that
    /// verifies nothing here: RSA below 2,048 bits, other curves, compressed points.
    package func publicKey() throws(CertificateError) -> PublicKey { try publicKey(at: nil) }

    func publicKey(at index: Int?) throws(CertificateError) -> PublicKey {
        do throws(CryptoError) { return try PublicKey(spki: Array(spki)) } catch {
            throw CertificateError(.keyNotAllowed, at: index, "a key of a type or size that is not allowed")
        }
    }
}
