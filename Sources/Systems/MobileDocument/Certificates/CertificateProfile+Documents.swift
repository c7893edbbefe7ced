import Foundation
package import JourneyCrypto

extension CertificateProfile {
    /// A document signer issued directly by its authority, the IACA (ISO/IEC 18013-5, annex B.1.4).
    /// `DocumentSignerRules` adds the rules that concern both.
    package static let documentSigner = CertificateProfile(
        name: "document signer", purpose: .listedCritically(.documentSigner),
        leafExtensions: [.subjectKeyIdentifier, .issuerAltName, .crlDistributionPoints],
        authorityExtensions: [.issuerAltName, .crlDistributionPoints], mostIntermediates: 0)

    /// A signer of a list of authorities (annex C.1.7.2).
    static let vicalSigner = CertificateProfile(
        name: "VICAL signer", purpose: .listedCritically(.vicalSigner), leafExtensions: [.subjectKeyIdentifier],
        mostIntermediates: 1)

    /// A signer of a status list: a certificate of the document's own authority. The second edition names no purpose
    /// that every signer lists, so `StatusCheck` refuses signers with other purposes.
    static let statusSigner = CertificateProfile(name: "status list signer", purpose: .any, mostIntermediates: 1)
}

/// The rules of annex B.1 for a document signer and its authority that path validation does not cover.
enum DocumentSignerRules {
    /// Returns the first rule that `path`, which ends at an authority of `trust`, breaks, as a clause; `nil` if it
    /// keeps them all.
    static func fault(in path: CertificatePath, _ trust: IssuerTrust) -> String? {
        let (signer, authority) = (path.leaf, path.anchor)
        if signer.keyUsage != .digitalSignature { return "the signer's key usage is not digitalSignature alone" }
        if signer.extendedKeyUsage != [.documentSigner] { return "the signer's extended key usage has other purposes" }
        for certificate in [signer, authority] where certificate.extension(.keyUsage)?.isCritical != true {
            return "a key usage extension is not critical"
        }
        if signer.lifetime > DocumentAuthority.longestSigner {
            return "the signer's certificate is valid for more than 457 days"
        }
        if authority.lifetime > DocumentAuthority.longestAuthority {
            return "the authority's certificate is valid for more than 20 years"
        }
        if authority.keyUsage != [.keyCertSign, .crlSign] {
            return "the authority's key usage is not keyCertSign and cRLSign alone"
        }
        if authority.basicConstraints?.pathLength != 0 { return "the authority's path length is not 0" }
        guard trust.isSelfSigned(authority) else { return "the authority's certificate is not self-signed" }
        return countryFault(signer, authority)
    }

    /// Returns a clause if the signer's country, or its state where the authority names one, is not the authority's.
    static func countryFault(_ signer: Certificate, _ authority: Certificate) -> String? {
        let countries = authority.subject.values(of: .country)
        guard countries.count == 1 else { return "the authority does not name exactly one country" }
        guard signer.subject.values(of: .country) == countries else {
            return "the signer's country is not the authority's"
        }
        let states = authority.subject.values(of: .stateOrProvince)
        guard states.isEmpty || signer.subject.values(of: .stateOrProvince) == states else {
            return "the signer's state or province is not the authority's"
        }
        return nil
    }
}

extension Certificate {
    fileprivate var lifetime: TimeInterval { notAfter.timeIntervalSince(notBefore) }
}
