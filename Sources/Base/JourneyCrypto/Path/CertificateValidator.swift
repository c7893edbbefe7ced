package import Foundation

/// Validates certificate paths at a given time (RFC 5280, section 6), to anchors that the configuration names.
///
/// Stricter than the standard where that costs nothing: SubjectAltName only, unknown critical extensions refused, key
/// identifiers required, no policies processed. `docs/reference/certificates.md` says what is accepted and refused.
package struct CertificateValidator: Sendable {
    /// Where paths may end; none means that nothing is accepted.
    package var anchors: [TrustAnchor]
    /// What the leaf has to be.
    var profile: CertificateProfile
    /// Whether revocation is looked at.
    package var revocation: RevocationPolicy

    /// The most intermediates that are looked at.
    static let mostGiven = 32

    /// A validator of these parts.
    package init(
        anchors: [TrustAnchor], profile: CertificateProfile, revocation: RevocationPolicy = .notChecked
    ) {
        self.anchors = anchors
        self.profile = profile
        self.revocation = revocation
    }

    /// A path from `leaf` to an anchor that is good at `time` for the profile, and for `host` where there is one.
    ///
    /// `intermediates` come from whoever has to prove something, in any order; what of them does not help is ignored. The
    /// search is bounded: at most 64 signatures are verified. Throws `CertificateError`: when several paths fail, that of
    /// the one tried first.
    package func validate(
        _ leaf: Certificate, intermediates: [Certificate] = [], at time: Date, host: ServerName? = nil,
        revocationLists: [RevocationList] = []
    ) throws(CertificateError) -> CertificatePath {
        guard intermediates.count <= CertificateValidator.mostGiven else {
            throw CertificateError(.tooMuch, "more certificates than are looked at")
        }
        let leafKey = try leaf.publicKey(at: 0)
        if let host, !host.isNamed(by: leaf) {
            throw CertificateError(.hostMismatch, at: 0, "the certificate does not name the host")
        }
        let check = PathCheck(profile: profile, revocation: revocation, time: time, lists: revocationLists)
        var search = PathSearch(anchors: anchors, intermediates: intermediates, check: check)
        let (certificates, keys) = try search.path(from: leaf)
        return CertificatePath(certificates: certificates, keys: [leafKey] + keys)
    }

    /// Returns when the leaf of `path`, which was validated before, is on none of the lists of its issuer, of which one has to
    /// be there and good at `time`. Throws `CertificateError`: `revoked` and `revocationUnknown`.
    package static func requireNotRevoked(
        _ path: CertificatePath, at time: Date, revocationLists: [RevocationList]
    ) throws(CertificateError) {
        var work = PathBudget()
        try RevocationCheck(policy: .requiredForLeaf, time: time, lists: revocationLists).check(
            path.certificates, keys: Array(path.keys.dropFirst()), work: &work)
    }
}
