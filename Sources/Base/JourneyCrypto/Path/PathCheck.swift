import Foundation

/// The rules for a complete path with valid signatures (RFC 5280, section 6.1; the numbers below are its sections).
struct PathCheck {
    let profile: CertificateProfile
    let revocation: RevocationPolicy
    let time: Date
    let lists: [RevocationList]

    /// The critical extensions that are supported. Policies are supported without qualifiers: any policy is acceptable.
    private static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAltName, .nameConstraints, .certificatePolicies,
        .crlDistributionPoints,
    ]

    /// Throws `CertificateError` unless `path`, leaf first, is valid. `keys` are the public keys of all certificates except the
    /// leaf.
    func check(_ path: [Certificate], keys: [PublicKey], work: inout PathBudget) throws(CertificateError) {
        // From the anchor down, in the standard's order.
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
                throw CertificateError(.profile, at: index, "the authority key identifier is missing")
            }
        }
        for index in path.indices.dropFirst() {
            if let most = path[index].basicConstraints?.pathLength, authorities > most {
                throw CertificateError(.pathTooLong, at: index, "more authorities below it than its path length allows")
            }
            if !path[index].isSelfIssued { authorities += 1 }
        }
        try checkNames(path)
        try RevocationCheck(policy: revocation, time: time, lists: lists).check(path, keys: keys, work: &work)
    }

    /// Checks the form of each certificate (4.1.2 and 4.2).
    private func checkForm(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard certificate.version == 3 else {
            throw CertificateError(.profile, at: index, "the certificate is not of version 3")
        }
        for item in certificate.extensions where item.isCritical {
            let isUnderstood =
                profile.understood.contains(item.identifier)
                || PathCheck.understood.contains(item.identifier)
                    && !(item.identifier == .certificatePolicies && certificate.known.hasPolicyQualifiers)
            guard isUnderstood else {
                throw CertificateError(.unknownCritical, at: index, "unsupported critical extension \(item.identifier)")
            }
        }
        if let purpose = profile.purpose.identifier, let listed = certificate.extendedKeyUsage,
            !listed.contains(purpose)
        {
            throw CertificateError(.purpose, at: index, "the extended key usage does not allow a \(profile.name)")
        }
    }

    /// Checks the validity (6.1.3 (a)(2)), one second stricter: the second of `notAfter` is already expired.
    private func checkTime(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard time >= certificate.notBefore else {
            throw CertificateError(.notYetValid, at: index, "the validity has not begun")
        }
        guard time < certificate.notAfter else { throw CertificateError(.expired, at: index, "the validity has ended") }
    }

    private func checkLeaf(_ leaf: Certificate) throws(CertificateError) {
        guard leaf.basicConstraints?.isAuthority != true else {
            throw CertificateError(.notAuthority, at: 0, "the leaf is an authority, not a \(profile.name)")
        }
        guard let usage = leaf.keyUsage, !usage.isDisjoint(with: profile.keyUsage), !usage.contains(.keyCertSign) else {
            throw CertificateError(.keyUsage, at: 0, "the key usage does not allow a \(profile.name)")
        }
        if leaf.subject.isEmpty, leaf.extension(.subjectAltName)?.isCritical != true {
            throw CertificateError(.profile, at: 0, "the subject is empty and there is no critical subjectAltName")
        }
        if profile.purpose.identifier != nil, leaf.extendedKeyUsage == nil {
            throw CertificateError(.purpose, at: 0, "the extended key usage for a \(profile.name) is missing")
        }
        if case .listedCritically = profile.purpose, leaf.extension(.extendedKeyUsage)?.isCritical != true {
            throw CertificateError(.purpose, at: 0, "the extended key usage is not critical")
        }
        try require(profile.leafExtensions, of: leaf, at: 0)
    }

    /// Checks an authority (4.2.1.2, 4.2.1.3, 4.2.1.9 and 6.1.4).
    private func checkAuthority(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        guard certificate.basicConstraints?.isAuthority == true,
            certificate.extension(.basicConstraints)?.isCritical == true
        else { throw CertificateError(.notAuthority, at: index, "the issuer is not an authority") }
        guard certificate.keyUsage?.contains(.keyCertSign) == true else {
            throw CertificateError(.keyUsage, at: index, "the key usage does not allow signing certificates")
        }
        guard !certificate.subject.isEmpty, certificate.subjectKeyIdentifier != nil else {
            throw CertificateError(.profile, at: index, "the authority has no subject or no subject key identifier")
        }
        try require(profile.authorityExtensions, of: certificate, at: index)
    }

    private func require(_ wanted: Set<OID>, of certificate: Certificate, at index: Int) throws(CertificateError) {
        for identifier in wanted where certificate.extension(identifier) == nil {
            throw CertificateError(.profile, at: index, "the extension \(identifier) is missing")
        }
    }

    /// Checks name constraints (6.1.3 (b) and (c)): each authority's constraints apply to all certificates below it, except
    /// self-issued intermediates.
    private func checkNames(_ path: [Certificate]) throws(CertificateError) {
        for index in path.indices.dropLast() where index == 0 || !path[index].isSelfIssued {
            for above in path[(index + 1)...] { try above.nameConstraints?.check(path[index], at: index) }
        }
    }
}
