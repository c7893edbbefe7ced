import Foundation

/// The constant parts of detached messages of one signer (CMS SignedData of version 1, RFC 5652, section 5.1). A message adds the
/// content's digest, the time and the signature.
///
/// The output is DER, so the same content, time and signature give the same bytes.
struct CMSFrame: Sendable {
    /// The hash function of the content and of the signed attributes.
    let hash: HashAlgorithm
    private let digestAlgorithm: [UInt8]
    private let signatureAlgorithm: [UInt8]
    /// IssuerAndSerialNumber of the signer's certificate.
    private let signer: [UInt8]
    /// CertificateSet: the signer's certificate and its chain, in DER order.
    private let certificates: [UInt8]

    /// Creates a frame for the signer of `certificate`. The ECDSA algorithm identifier includes the hash; RSA's is rsaEncryption
    /// alone (RFC 3370, section 3.2).
    init(certificate: Certificate, chain: [Certificate], hash: HashAlgorithm, isRSA: Bool) {
        self.hash = hash
        let (digest, ecdsa): (OID, OID) =
            switch hash {
            case .sha256: (.sha256, .ecdsaSHA256)
            case .sha384: (.sha384, .ecdsaSHA384)
            case .sha512: (.sha512, .ecdsaSHA512)
            }
        // Without parameters (RFC 5754, section 2).
        digestAlgorithm = DERWriter.bytes { $0.sequence { $0.objectIdentifier(digest) } }
        signatureAlgorithm = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.objectIdentifier(isRSA ? .rsaEncryption : ecdsa)
                if isRSA { writer.null() }
            }
        }
        signer = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.raw(certificate.issuer.encoded)
                writer.element(.integer, certificate.serialNumber)
            }
        }
        var set = DERWriter.bytes { $0.set(of: ([certificate] + chain).map(\.encoded)) }
        set[0] = DERTag.context(0, isConstructed: true).rawValue
        certificates = set
    }

    /// Returns the signed attributes in the form that is signed: content type, the digest of the content, the signing time.
    func attributes(contentDigest: [UInt8], time: Date) -> [UInt8] {
        func attribute(_ type: OID, _ value: (inout DERWriter) -> Void) -> [UInt8] {
            DERWriter.bytes { writer in
                writer.sequence { writer in
                    writer.objectIdentifier(type)
                    writer.element(.set, value)
                }
            }
        }
        return DERWriter.bytes { writer in
            writer.set(of: [
                attribute(.contentType) { $0.objectIdentifier(.cmsData) },
                attribute(.signingTime) { $0.time(time) },
                attribute(.messageDigest) { $0.octetString(contentDigest) },
            ])
        }
    }

    /// Returns the complete message: `attributes` with their signature.
    func message(attributes: [UInt8], signature: [UInt8]) -> [UInt8] {
        let tag = DERTag.context(0, isConstructed: true)
        return DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.objectIdentifier(.cmsSignedData)
                writer.element(tag) { writer in
                    writer.sequence { writer in
                        writer.integer(1)
                        writer.element(.set, digestAlgorithm)
                        writer.sequence { $0.objectIdentifier(.cmsData) }
                        writer.raw(certificates)
                        writer.element(.set) { writer in
                            writer.sequence { writer in
                                writer.integer(1)
                                writer.raw(signer)
                                writer.raw(digestAlgorithm)
                                writer.raw([tag.rawValue] + attributes.dropFirst())
                                writer.raw(signatureAlgorithm)
                                writer.octetString(signature)
                            }
                        }
                    }
                }
            }
        }
    }
}
