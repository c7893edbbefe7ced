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

    /// The kind of the public key for messages: its curve, or `RSA`, or the identifier of an unknown kind.
    package var keyName: String {
        guard let whole = try? DERReader.element(.sequence, in: spki), var reader = try? whole.reader(),
            let element = try? reader.next(.sequence), let identifier = try? AlgorithmIdentifier(element)
        else { return "unknown" }
        guard identifier.algorithm == .ecPublicKey, let curve = try? identifier.parameters?.objectIdentifier() else {
            return identifier.algorithm == .rsaEncryption ? "RSA" : identifier.algorithm.description
        }
        return Certificate.curveNames[curve] ?? curve.description
    }

    /// The names of curves (RFC 5480, RFC 5639, SEC 2).
    private static let curveNames: [OID: String] = [
        OID(1, 2, 840, 10_045, 3, 1, 7): "P-256", OID(1, 3, 132, 0, 34): "P-384", OID(1, 3, 132, 0, 35): "P-521",
        OID(1, 3, 132, 0, 10): "secp256k1", OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7): "brainpoolP256r1",
        OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 9): "brainpoolP320r1",
        OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 11): "brainpoolP384r1",
        OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 13): "brainpoolP512r1",
    ]

    /// The first critical extension that path validation does not support; `nil` if it supports all.
    package var unknownCriticalExtension: OID? {
        extensions.first { $0.isCritical && !PathCheck.understood.contains($0.identifier) }?.identifier
    }
}
