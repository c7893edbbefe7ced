import Foundation

/// The rules for a whole path whose signatures are good (RFC 5280, section 6.1; the numbers below are its sections).
struct PathCheck {
    let profile: CertificateProfile
    let revocation: RevocationPolicy
    let time: Date
    let lists: [RevocationList]

    /// Extensions that are understood when they are critical. Policies are, as long as nothing but their names is to be
    /// understood: any policy is acceptable here.
    private static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAltName, .nameConstraints, .certificatePolicies,
        .crlDistributionPoints,
    ]

    /// Throws `CertificateError` unless `path`, leaf first, is good. `keys` are those of all but the leaf.
    func check(_ path: [Certificate], keys: [PublicKey], work: inout PathBudget) throws(CertificateError) {
        // From the anchor down, as the standard walks.
        var authorities = 0
        for index in path.indices.reversed() {
            let certificate = path[index]
            try checkForm(certificate, at: index)
            try checkTime(certificate, at: index)
            if index == 0 {
                try checkLeaf(certificate)
            } else {
                try checkAuthority(certificate, at: index)
            }
            if index < path.count - 1, !(index == 0 && profile.isLeafBoundByName),
                certificate.authorityKeyIdentifier?.keyIdentifier == nil
            {
                throw CertificateError(.profile, at: index, "the issuer's key is not named")
            }
        }
        for index in path.indices.dropFirst() {
            if let most = path[index].basicConstraints?.pathLength, authorities > most {
                throw CertificateError(.pathTooLong, at: index, "more authorities below than it allows")
            }
            if !path[index].isSelfIssued { authorities += 1 }
        }
        try checkNames(path)
        try RevocationCheck(policy: revocation, time: time, lists: lists).check(path, keys: keys, work: &work)
    }

    /// 4.1.2 and 4.2: what every certificate of a path has to look like.
    private func checkForm(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard certificate.version == 3 else { throw CertificateError(.profile, at: index, "not of version 3") }
        for item in certificate.extensions where item.isCritical {
            let isUnderstood =
                profile.understood.contains(item.identifier)
                || PathCheck.understood.contains(item.identifier)
                    && !(item.identifier == .certificatePolicies && certificate.known.hasPolicyQualifiers)
            guard isUnderstood else {
                throw CertificateError(.unknownCritical, at: index, "the critical extension \(item.identifier)")
            }
        }
        if let purpose = profile.purpose.identifier, let listed = certificate.extendedKeyUsage,
            !listed.contains(purpose)
        {
            throw CertificateError(.purpose, at: index, "not for the purpose of a \(profile.name)")
        }
    }

    /// 6.1.3 (a)(2), one second stricter: the second of `notAfter` no longer counts.
    private func checkTime(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard time >= certificate.notBefore else {
            throw CertificateError(.notYetValid, at: index, "before its validity")
        }
        guard time < certificate.notAfter else { throw CertificateError(.expired, at: index, "after its validity") }
    }

    private func checkLeaf(_ leaf: Certificate) throws(CertificateError) {
        guard leaf.basicConstraints?.isAuthority != true else {
            throw CertificateError(.notAuthority, at: 0, "an authority where a \(profile.name) belongs")
        }
        guard let usage = leaf.keyUsage, !usage.isDisjoint(with: profile.keyUsage), !usage.contains(.keyCertSign) else {
            throw CertificateError(.keyUsage, at: 0, "the key may not do what a \(profile.name) does")
        }
        if leaf.subject.isEmpty, leaf.extension(.subjectAltName)?.isCritical != true {
            throw CertificateError(.profile, at: 0, "neither a subject nor a critical subjectAltName")
        }
        if profile.purpose.identifier != nil, leaf.extendedKeyUsage == nil {
            throw CertificateError(.purpose, at: 0, "no purpose where that of a \(profile.name) belongs")
        }
        if case .listedCritically = profile.purpose, leaf.extension(.extendedKeyUsage)?.isCritical != true {
            throw CertificateError(.purpose, at: 0, "a purpose that is not critical")
        }
        try require(profile.leafExtensions, of: leaf, at: 0)
    }

    /// 4.2.1.2, 4.2.1.3, 4.2.1.9 and 6.1.4.
    private func checkAuthority(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard certificate.basicConstraints?.isAuthority == true,
            certificate.extension(.basicConstraints)?.isCritical == true
        else { throw CertificateError(.notAuthority, at: index, "an issuer that is no authority") }
        guard certificate.keyUsage?.contains(.keyCertSign) == true else {
            throw CertificateError(.keyUsage, at: index, "a key that may not sign certificates")
        }
        guard !certificate.subject.isEmpty, certificate.subjectKeyIdentifier != nil else {
            throw CertificateError(.profile, at: index, "an authority without a name or the name of its key")
        }
        try require(profile.authorityExtensions, of: certificate, at: index)
    }

    private func require(_ wanted: Set<OID>, of certificate: Certificate, at index: Int) throws(CertificateError) {
        for identifier in wanted where certificate.extension(identifier) == nil {
            throw CertificateError(.profile, at: index, "the extension \(identifier) is missing")
        }
    }

    /// 6.1.3 (b) and (c): each authority's constraints hold for all below it, but for intermediates that only carry its
    /// own name on.
    private func checkNames(_ path: [Certificate]) throws(CertificateError) {
        for index in path.indices.dropLast() where index == 0 || !path[index].isSelfIssued {
            for above in path[(index + 1)...] { try above.nameConstraints?.check(path[index], at: index) }
        }
    }
}
