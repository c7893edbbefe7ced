import Foundation

/// Checks each certificate of a path against its issuer's complete revocation lists (RFC 5280, section 6.3).
struct RevocationCheck {
    let policy: RevocationPolicy
    let time: Date
    let lists: [RevocationList]

    /// Throws `CertificateError` for the first certificate that is revoked, or whose required status is unknown. `keys` are the
    /// public keys of all certificates except the leaf.
    func check(_ path: [Certificate], keys: [PublicKey], work: inout PathBudget) throws(CertificateError) {
        for index in path.indices.dropLast() where policy.isLooked(at: index) {
            try check(path[index], at: index, issuer: path[index + 1], key: keys[index], work: &work)
        }
    }

    private func check(
        _ certificate: Certificate, at index: Int, issuer: Certificate, key: PublicKey, work: inout PathBudget
    ) throws(CertificateError) {
        let candidates = lists.filter { RevocationCheck.isList($0, of: issuer) }
        var fault: String?
        var isKnown = false
        for list in candidates {
            if let found = try self.fault(of: list, issuer: issuer, key: key, work: &work) {
                fault = fault ?? found
                continue
            }
            guard list.entry(for: certificate) == nil else {
                throw CertificateError(.revoked, at: index, "the issuer has revoked the certificate")
            }
            isKnown = true
        }
        guard !isKnown else { return }
        if let fault { throw CertificateError(.revocationUnknown, at: index, fault) }
        if policy.isRequired(at: index) {
            throw CertificateError(.revocationUnknown, at: index, "no revocation list of the issuer")
        }
    }

    /// Returns `true` if the list names this issuer.
    private static func isList(_ list: RevocationList, of issuer: Certificate) -> Bool {
        guard list.issuer.matches(issuer.subject) else { return false }
        guard let key = list.authorityKeyIdentifier?.keyIdentifier, let own = issuer.subjectKeyIdentifier else {
            return true
        }
        return key == own
    }

    /// Returns the reason why the list is not usable now, or `nil` when it is.
    private func fault(
        of list: RevocationList, issuer: Certificate, key: PublicKey, work: inout PathBudget
    ) throws(CertificateError) -> String? {
        guard issuer.keyUsage?.contains(.crlSign) == true else {
            return "the issuer's key usage does not allow signing revocation lists"
        }
        guard time >= list.thisUpdate else { return "the revocation list is not valid yet" }
        guard time < list.nextUpdate else { return "the revocation list has expired" }
        guard let algorithm = CertificateSignature(list.signatureAlgorithm) else {
            return "the signature algorithm of the revocation list is not allowed"
        }
        guard try list.isSigned(by: key, algorithm, work: &work) else {
            return "the revocation list's signature does not verify with the issuer's key"
        }
        return nil
    }
}
