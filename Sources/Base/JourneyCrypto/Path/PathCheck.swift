import Foundation

/// The rules for a complete path with valid signatures (RFC 5280, section 6.1; the numbers below are its sections).
struct PathCheck {
    let profile: CertificateProfile
    let revocation: RevocationPolicy
    let time: Date
    let lists: [RevocationList]

    /// The critical extensions that are supported. Policies are supported without qualifiers: any policy is acceptable.
    static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAltName, .nameConstraints, .certificatePolicies,
        .crlDistributionPoints,
    ]

    /// Throws `CertificateError` unless `path`, leaf first, is valid. `keys` are the public keys of all certificates except the
    /// leaf.
    ///
    /// Returns the breaches of rules that the profile lowers to warnings.
    func check(
        _ path: [Certificate], keys: [PublicKey], work: inout PathBudget
    ) throws(CertificateError) -> [CertificatePath.Warning] {
        var warnings: [CertificatePath.Warning] = []
        // From the anchor down, in the standard's order.
        var authorities = 0
        for index in path.indices.reversed() {
            let certificate = path[index]
            try checkForm(certificate, at: index, &warnings)
            try checkTime(certificate, at: index)
            if index == 0 {
                try checkLeaf(certificate, &warnings)
            } else {
                try checkAuthority(certificate, at: index, &warnings)
            }
            if index < path.count - 1, !(index == 0 && profile.isLeafBoundByName),
                certificate.authorityKeyIdentifier?.keyIdentifier == nil
            {
                try refuse(
                    .extensions, .profile, at: index, "the authority key identifier is missing", &warnings)
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
        return warnings
    }

    /// Adds a warning for the breach of a rule that the profile lowers; throws it otherwise.
    private func refuse(
        _ rule: CertificateProfile.Rule, _ reason: CertificateError.Reason, at index: Int, _ detail: String,
        _ warnings: inout [CertificatePath.Warning]
    ) throws(CertificateError) {
        let error = CertificateError(reason, at: index, detail)
        guard profile.lowered.contains(rule) else { throw error }
        warnings.append(.init(rule: rule, error: error))
    }

    /// Checks the form of each certificate (4.1.2 and 4.2).
    private func checkForm(
        _ certificate: Certificate, at index: Int, _ warnings: inout [CertificatePath.Warning]
    ) throws(CertificateError) {
        for deviation in certificate.deviations {
            try refuse(.encoding, .encoding, at: index, "not in DER or RFC 5280's form: \(deviation)", &warnings)
        }
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

    private func checkLeaf(
        _ leaf: Certificate, _ warnings: inout [CertificatePath.Warning]
    ) throws(CertificateError) {
        guard leaf.basicConstraints?.isAuthority != true else {
            throw CertificateError(.notAuthority, at: 0, "the leaf is an authority, not a \(profile.name)")
        }
        if let usage = leaf.keyUsage {
            guard !usage.isDisjoint(with: profile.keyUsage), !usage.contains(.keyCertSign) else {
                throw CertificateError(.keyUsage, at: 0, "the key usage does not allow a \(profile.name)")
            }
            if profile.isKeyUsageExclusive, !profile.keyUsage.isSuperset(of: usage) {
                try refuse(
                    .leafKeyUsage, .keyUsage, at: 0, "the key usage allows more than a \(profile.name) needs", &warnings
                )
            }
        } else {
            try refuse(.leafKeyUsage, .keyUsage, at: 0, "the key usage for a \(profile.name) is missing", &warnings)
        }
        if leaf.subject.isEmpty, leaf.extension(.subjectAltName)?.isCritical != true {
            throw CertificateError(.profile, at: 0, "the subject is empty and there is no critical subjectAltName")
        }
        if profile.purpose.identifier != nil, leaf.extendedKeyUsage == nil {
            throw CertificateError(.purpose, at: 0, "the extended key usage for a \(profile.name) is missing")
        }
        if case .listedCritically = profile.purpose, leaf.extension(.extendedKeyUsage)?.isCritical != true {
            try refuse(.extensions, .purpose, at: 0, "the extended key usage is not critical", &warnings)
        }
        try require(profile.leafExtensions, of: leaf, at: 0, &warnings)
    }

    /// Checks an authority (4.2.1.2, 4.2.1.3, 4.2.1.9 and 6.1.4).
    private func checkAuthority(
        _ certificate: Certificate, at index: Int, _ warnings: inout [CertificatePath.Warning]
    ) throws(CertificateError) {
        guard certificate.basicConstraints?.isAuthority == true else {
            throw CertificateError(.notAuthority, at: index, "the issuer is not an authority")
        }
        if certificate.extension(.basicConstraints)?.isCritical != true {
            try refuse(
                .extensions, .notAuthority, at: index, "the issuer's basic constraints are not critical", &warnings)
        }
        if let usage = certificate.keyUsage {
            guard usage.contains(.keyCertSign) else {
                throw CertificateError(.keyUsage, at: index, "the key usage does not allow signing certificates")
            }
        } else {
            try refuse(.authorityKeyUsage, .keyUsage, at: index, "the authority has no key usage", &warnings)
        }
        guard !certificate.subject.isEmpty else {
            throw CertificateError(.profile, at: index, "the authority has no subject")
        }
        if certificate.subjectKeyIdentifier == nil {
            try refuse(.extensions, .profile, at: index, "the authority has no subject key identifier", &warnings)
        }
        try require(profile.authorityExtensions, of: certificate, at: index, &warnings)
    }

    private func require(
        _ wanted: Set<OID>, of certificate: Certificate, at index: Int, _ warnings: inout [CertificatePath.Warning]
    ) throws(CertificateError) {
        let missing = wanted.filter { certificate.extension($0) == nil }.sorted { $0.description < $1.description }
        for identifier in missing {
            try refuse(.extensions, .profile, at: index, "the extension \(identifier) is missing", &warnings)
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
