import Foundation

/// Looks each certificate of a path up in its issuer's lists (RFC 5280, section 6.3, for complete lists).
struct RevocationCheck {
    let policy: RevocationPolicy
    let time: Date
    let lists: [RevocationList]

    /// Throws `CertificateError` for the first that is revoked, or whose state has to be known and is not. `keys` are those
    /// of all but the leaf.
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
                throw CertificateError(.revoked, at: index, "revoked by its issuer")
            }
            isKnown = true
        }
        guard !isKnown else { return }
        if let fault { throw CertificateError(.revocationUnknown, at: index, fault) }
        if policy.isRequired(at: index) {
            throw CertificateError(.revocationUnknown, at: index, "no list of its issuer")
        }
    }

    /// Whether the list says that it is this issuer's.
    private static func isList(_ list: RevocationList, of issuer: Certificate) -> Bool {
        guard list.issuer.matches(issuer.subject) else { return false }
        guard let key = list.authorityKeyIdentifier?.keyIdentifier, let own = issuer.subjectKeyIdentifier else {
            return true
        }
        return key == own
    }

    /// Why the list proves nothing now, or `nil` when it does.
    private func fault(
        of list: RevocationList, issuer: Certificate, key: PublicKey, work: inout PathBudget
    ) throws(CertificateError) -> String? {
        guard issuer.keyUsage?.contains(.crlSign) == true else { return "an issuer that may not sign lists" }
        guard time >= list.thisUpdate else { return "a list from the future" }
        guard time < list.nextUpdate else { return "a list that is out of date" }
        guard let algorithm = CertificateSignature(list.signatureAlgorithm) else {
            return "a list signed by an algorithm that is not allowed"
        }
        guard try list.isSigned(by: key, algorithm, work: &work) else {
            return "a list whose signature is not the issuer's"
        }
        return nil
    }
}
