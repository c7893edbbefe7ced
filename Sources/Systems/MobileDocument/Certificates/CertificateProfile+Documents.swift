import Foundation
package import JourneyCrypto

extension CertificateProfile {
    /// A document signer issued directly by its authority, the IACA (ISO/IEC 18013-5, annex B.1.4).
    /// `DocumentSignerRules` adds the rules that concern both.
    package static let documentSigner = CertificateProfile(
        name: "document signer", purpose: .listedCritically(.documentSigner),
        leafExtensions: [.subjectKeyIdentifier, .issuerAltName, .crlDistributionPoints],
        authorityExtensions: [.issuerAltName, .crlDistributionPoints], mostIntermediates: 0)

    /// A signer of a list of authorities (annex C.1.7.2). Providers in the field use nonRepudiation.
    static let vicalSigner = CertificateProfile(
        name: "VICAL signer", purpose: .listedCritically(.vicalSigner),
        keyUsage: [.digitalSignature, .nonRepudiation], leafExtensions: [.subjectKeyIdentifier], mostIntermediates: 1,
        isKeyUsageExclusive: true)

    /// A signer of a status list: a certificate of the document's own authority. The second edition names no purpose
    /// that every signer lists, so `StatusCheck` refuses signers with other purposes.
    static let statusSigner = CertificateProfile(name: "status list signer", purpose: .any, mostIntermediates: 1)

    /// Returns the profile with the rules lowered that the policy doesn't enforce; `leaf` is the check of the leaf's key
    /// usage.
    func judged(by policy: AcceptancePolicy, leaf: AcceptancePolicy.Check) -> CertificateProfile {
        var profile = self
        profile.lowered = Set(
            [Rule.encoding, .extensions, .authorityKeyUsage, .leafKeyUsage].filter {
                policy[$0.check(leaf: leaf)] != .enforce
            })
        // A document signer may then have other key usages than digitalSignature, which `DocumentSignerRules` reports.
        if leaf == .signerKeyUsage, policy[leaf] != .enforce { profile.keyUsage.insert(.nonRepudiation) }
        return profile
    }
}

extension CertificateProfile.Rule {
    fileprivate func check(leaf: AcceptancePolicy.Check) -> AcceptancePolicy.Check {
        switch self {
        case .encoding: .encoding
        case .extensions: .extensions
        case .authorityKeyUsage: .authorityProfile
        case .leafKeyUsage: leaf
        }
    }
}

extension CertificatePath {
    /// Returns the lowered rules that the path breaks, as findings.
    func findings(leaf: AcceptancePolicy.Check) -> [Finding] {
        warnings.map {
            Finding(check: $0.rule.check(leaf: leaf), code: $0.error.reason.rawValue, detail: $0.error.detail)
        }
    }
}

/// The rules of annex B.1 for a document signer and its authority that path validation does not cover.
enum DocumentSignerRules {
    /// Returns the rules that `path`, which ends at an authority of `trust`, breaks.
    static func findings(in path: CertificatePath, _ trust: IssuerTrust) -> [Finding] {
        let (signer, authority) = (path.leaf, path.anchor)
        var found: [Finding] = []
        if signer.keyUsage != .digitalSignature {
            found.append(.profile(.signerKeyUsage, "the signer's key usage is not digitalSignature alone"))
        }
        if signer.extendedKeyUsage != [.documentSigner] {
            found.append(.profile(nil, "the signer's extended key usage has other purposes"))
        }
        if let usage = signer.extension(.keyUsage), !usage.isCritical {
            found.append(.profile(.extensions, "a key usage extension is not critical"))
        }
        if signer.lifetime > DocumentAuthority.longestSigner {
            found.append(.profile(.lifetimes, "the signer's certificate is valid for more than 457 days"))
        }
        found += authorityFindings(authority) { trust.isSelfSigned(authority) }
        return found + countryFindings(signer, authority)
    }

    /// Returns the rules of annex B.1.2 that an authority breaks.
    static func authorityFindings(_ authority: Certificate, isSelfSigned: () -> Bool) -> [Finding] {
        var found: [Finding] = []
        if let usage = authority.extension(.keyUsage), !usage.isCritical {
            found.append(.profile(.extensions, "a key usage extension is not critical"))
        }
        if authority.lifetime > DocumentAuthority.longestAuthority {
            found.append(.profile(.lifetimes, "the authority's certificate is valid for more than 20 years"))
        }
        if authority.keyUsage != [.keyCertSign, .crlSign] {
            found.append(
                .profile(.authorityProfile, "the authority's key usage is not keyCertSign and cRLSign alone"))
        }
        if authority.basicConstraints?.pathLength != 0 {
            found.append(.profile(.authorityProfile, "the authority's path length is not 0"))
        }
        if !isSelfSigned() {
            found.append(.profile(.authorityProfile, "the authority's certificate is not self-signed"))
        }
        return found
    }

    /// Returns a clause if the signer's country, or its state where the authority names one, is not the authority's.
    static func countryFault(_ signer: Certificate, _ authority: Certificate) -> String? {
        countryFindings(signer, authority).first?.detail
    }

    private static func countryFindings(_ signer: Certificate, _ authority: Certificate) -> [Finding] {
        let countries = authority.subject.values(of: .country)
        guard countries.count == 1 else {
            return [.profile(.country, "the authority does not name exactly one country")]
        }
        var found: [Finding] = []
        if signer.subject.values(of: .country) != countries {
            found.append(.profile(.country, "the signer's country is not the authority's"))
        }
        let states = authority.subject.values(of: .stateOrProvince)
        if !states.isEmpty, signer.subject.values(of: .stateOrProvince) != states {
            found.append(.profile(.state, "the signer's state or province is not the authority's"))
        }
        return found
    }
}

extension Finding {
    static func profile(_ check: AcceptancePolicy.Check?, _ detail: String) -> Finding {
        Finding(check: check, code: CertificateError.Reason.profile.rawValue, detail: detail)
    }
}

extension Certificate {
    fileprivate var lifetime: TimeInterval { notAfter.timeIntervalSince(notBefore) }
}
