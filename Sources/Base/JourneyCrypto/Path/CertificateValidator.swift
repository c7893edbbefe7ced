package import Foundation

/// Validates certificate paths at a given time (RFC 5280, section 6) against configured anchors.
///
/// Stricter than the standard: only SubjectAltName counts, unknown critical extensions are refused, key identifiers are required,
/// and policies are not processed. `docs/reference/certificates.md` lists what is accepted and refused.
package struct CertificateValidator: Sendable {
    /// The anchors of accepted paths; without any, nothing is accepted.
    package var anchors: [TrustAnchor]
    /// The requirements on the path.
    var profile: CertificateProfile
    /// The revocation checks to make.
    package var revocation: RevocationPolicy

    /// The maximum number of intermediates considered.
    static let mostGiven = 32

    /// Creates a validator.
    package init(
        anchors: [TrustAnchor], profile: CertificateProfile, revocation: RevocationPolicy = .notChecked
    ) {
        self.anchors = anchors
        self.profile = profile
        self.revocation = revocation
    }

    /// Returns a path from `leaf` to an anchor that is valid at `time` for the profile, and for `host` when it is given.
    ///
    /// `intermediates` come from the peer in any order; unsuitable ones are ignored. The search verifies at most 64 signatures.
    /// Throws `CertificateError`; when several paths fail, the error of the first one tried.
    package func validate(
        _ leaf: Certificate, intermediates: [Certificate] = [], at time: Date, host: ServerName? = nil,
        revocationLists: [RevocationList] = []
    ) throws(CertificateError) -> CertificatePath {
        guard intermediates.count <= CertificateValidator.mostGiven else {
            throw CertificateError(.tooMuch, "more certificates than the limit")
        }
        let leafKey = try leaf.publicKey(at: 0)
        if let host, !host.isNamed(by: leaf) {
            throw CertificateError(.hostMismatch, at: 0, "the certificate does not name the host")
        }
        let check = PathCheck(profile: profile, revocation: revocation, time: time, lists: revocationLists)
        var search = PathSearch(anchors: anchors, intermediates: intermediates, check: check)
        let found = try search.path(from: leaf)
        return CertificatePath(
            certificates: found.certificates, keys: [leafKey] + found.keys, warnings: found.warnings)
    }

    /// Returns the path of `leaf` alone, which the caller has pinned: it must equal one of `pinned`, and meet the profile at
    /// `time`. Throws `CertificateError`; `noPath` for a leaf that isn't pinned.
    package func validate(
        _ leaf: Certificate, pinned: [Certificate], at time: Date
    ) throws(CertificateError) -> CertificatePath {
        guard pinned.contains(leaf) else {
            throw CertificateError(.noPath, at: 0, "the certificate is not pinned")
        }
        let key = try leaf.publicKey(at: 0)
        let check = PathCheck(profile: profile, revocation: .notChecked, time: time, lists: [])
        var work = PathBudget()
        let warnings = try check.check([leaf], keys: [], work: &work)
        return CertificatePath(certificates: [leaf], keys: [key], warnings: warnings)
    }

    /// Verifies that the leaf of the validated `path` is on none of its issuer's revocation lists. At least one list must be
    /// present and valid at `time`. Throws `CertificateError`: `revoked` and `revocationUnknown`.
    package static func requireNotRevoked(
        _ path: CertificatePath, at time: Date, revocationLists: [RevocationList]
    ) throws(CertificateError) {
        var work = PathBudget()
        try RevocationCheck(policy: .requiredForLeaf, time: time, lists: revocationLists).check(
            path.certificates, keys: Array(path.keys.dropFirst()), work: &work)
    }
}
