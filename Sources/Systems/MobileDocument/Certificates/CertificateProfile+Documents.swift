import Foundation
package import JourneyCrypto

extension CertificateProfile {
    /// A document signer straight below its authority, the IACA (ISO/IEC 18013-5, annex B.1.4). `DocumentSignerRules` adds
    /// what concerns the two together.
    package static let documentSigner = CertificateProfile(
        name: "document signer", purpose: .listedCritically(.documentSigner),
        leafExtensions: [.subjectKeyIdentifier, .issuerAltName, .crlDistributionPoints],
        authorityExtensions: [.issuerAltName, .crlDistributionPoints], mostIntermediates: 0)

    /// Who signs a list of authorities (annex C.1.7.2).
    static let vicalSigner = CertificateProfile(
        name: "VICAL signer", purpose: .listedCritically(.vicalSigner), leafExtensions: [.subjectKeyIdentifier],
        mostIntermediates: 1)

    /// Who signs a list of revoked documents: a certificate of the document's own authority. The second edition names no
    /// purpose that all would list, so `StatusCheck` refuses the purposes that are others.
    static let statusSigner = CertificateProfile(name: "status list signer", purpose: .any, mostIntermediates: 1)
}

/// What annex B.1 asks of a document signer and its authority that a path's validation does not.
enum DocumentSignerRules {
    /// The first rule that `path`, which ends at an authority of `trust`, breaks, as a clause; `nil` when it keeps them.
    static func fault(in path: CertificatePath, _ trust: IssuerTrust) -> String? {
        let (signer, authority) = (path.leaf, path.anchor)
        if signer.keyUsage != .digitalSignature { return "the signer's key may do more than sign" }
        if signer.extendedKeyUsage != [.documentSigner] { return "the signer has other purposes too" }
        for certificate in [signer, authority] where certificate.extension(.keyUsage)?.isCritical != true {
            return "a key usage that is not critical"
        }
        if signer.lifetime > DocumentAuthority.longestSigner { return "the signer's certificate is good for too long" }
        if authority.lifetime > DocumentAuthority.longestAuthority {
            return "the authority's certificate is good for too long"
        }
        if authority.keyUsage != [.keyCertSign, .crlSign] {
            return "the authority's key is not for certificates and revocation lists alone"
        }
        if authority.basicConstraints?.pathLength != 0 { return "the authority allows authorities below it" }
        guard trust.isSelfSigned(authority) else { return "the authority is not signed by itself" }
        return countryFault(signer, authority)
    }

    /// Who signs below an authority is of its country, and of its state where it names one.
    static func countryFault(_ signer: Certificate, _ authority: Certificate) -> String? {
        let countries = authority.subject.values(of: .country)
        guard countries.count == 1 else { return "the authority names no country, or several" }
        guard signer.subject.values(of: .country) == countries else { return "the signer is of another country" }
        let states = authority.subject.values(of: .stateOrProvince)
        guard states.isEmpty || signer.subject.values(of: .stateOrProvince) == states else {
            return "the signer is of another state or province"
        }
        return nil
    }
}

extension Certificate {
    fileprivate var lifetime: TimeInterval { notAfter.timeIntervalSince(notBefore) }
}
