/// A trusted authority, at which every path must end.
///
/// The anchor's own certificate must meet the rules of every authority: validity, path length, key usage and name constraints
/// (RFC 5937). Only its signature is not verified.
public struct TrustAnchor: Hashable, Sendable {
    /// The authority's certificate, which need not be self-signed.
    public let certificate: Certificate
    let key: PublicKey

    /// Creates an anchor.
    ///
    /// - Parameter certificate: The authority's certificate.
    /// - Throws: `CertificateError` with `keyNotAllowed` for an unsupported key, and `notAuthority` for a
    ///   certificate that is not an authority's.
    public init(_ certificate: Certificate) throws(CertificateError) {
        guard certificate.basicConstraints?.isAuthority == true else {
            throw CertificateError(.notAuthority, "the anchor's basic constraints do not make it an authority")
        }
        self.certificate = certificate
        key = try certificate.publicKey(at: nil)
    }

    public static func == (a: TrustAnchor, b: TrustAnchor) -> Bool { a.certificate == b.certificate }
    public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
}

extension Certificate {
    /// Returns the certificate's public key. Throws `CertificateError.keyNotAllowed` for an unsupported type or size: RSA below
    /// 2,048 bits, other curves, compressed points.
    package func publicKey() throws(CertificateError) -> PublicKey { try publicKey(at: nil) }

    func publicKey(at index: Int?) throws(CertificateError) -> PublicKey {
        do throws(CryptoError) { return try PublicKey(spki: Array(spki)) } catch {
            throw CertificateError(.keyNotAllowed, at: index, "the type or size of the key is not allowed")
        }
    }
}
