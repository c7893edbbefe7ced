/// Searches a path from a leaf to an anchor, depth first, anchors before intermediates, and checks each path found.
///
/// The peer that presents certificates controls the search, so the work is bounded. Each pair's signature is verified once, and
/// the number of signatures is limited. Steps are limited too, because cross-signed certificates form exponentially many paths.
struct PathSearch {
    /// A valid path, with the public keys of all its certificates except the leaf.
    struct Found {
        let certificates: [Certificate]
        let keys: [PublicKey]
        let warnings: [CertificatePath.Warning]
    }

    private let anchors: [TrustAnchor]
    private let intermediates: [Certificate]
    private let check: PathCheck
    private var work = PathBudget()
    private var failure: CertificateError?

    init(anchors: [TrustAnchor], intermediates: [Certificate], check: PathCheck) {
        self.anchors = anchors
        self.intermediates = intermediates
        self.check = check
    }

    /// Returns a path, and the public keys of all its certificates except the leaf.
    mutating func path(
        from leaf: Certificate
    ) throws(CertificateError) -> Found {
        if let found = try extend([leaf], keys: []) { return found }
        throw failure ?? CertificateError(.noPath, "no chain of issuers leads to a trust anchor")
    }

    /// Returns a valid path that begins with `path`, or `nil`. `keys` are the keys that verified its signatures, one fewer than
    /// certificates. Throws when the search must end.
    private mutating func extend(
        _ path: [Certificate], keys: [PublicKey]
    ) throws(CertificateError) -> Found? {
        try work.step()
        guard let last = path.last else { return nil }
        for anchor in anchors where last.mayBeIssued(by: anchor.certificate) && !path.contains(anchor.certificate) {
            guard try isSigned(last, by: anchor.certificate, key: anchor.key, at: path.count - 1) else { continue }
            let (whole, keys) = (path + [anchor.certificate], keys + [anchor.key])
            do throws(CertificateError) {
                let warnings = try check.check(whole, keys: keys, work: &work)
                return Found(certificates: whole, keys: keys, warnings: warnings)
            } catch {
                guard error.reason != .tooMuch else { throw error }
                failure = failure ?? error
            }
        }
        // The leaf is not an intermediate, so the path has path.count - 1 of them.
        guard path.count <= check.profile.mostIntermediates else { return nil }
        for next in intermediates where last.mayBeIssued(by: next) && !path.contains(next) {
            let key: PublicKey
            do throws(CertificateError) { key = try next.publicKey(at: path.count) } catch {
                failure = failure ?? error
                continue
            }
            guard try isSigned(last, by: next, key: key, at: path.count - 1) else { continue }
            if let found = try extend(path + [next], keys: keys + [key]) { return found }
        }
        return nil
    }

    private mutating func isSigned(
        _ certificate: Certificate, by issuer: Certificate, key: PublicKey, at index: Int
    ) throws(CertificateError) -> Bool {
        guard let algorithm = CertificateSignature(certificate.signatureAlgorithm) else {
            failure =
                failure ?? CertificateError(.algorithmNotAllowed, at: index, "the signature algorithm is not allowed")
            return false
        }
        if try work.isSigned(
            certificate, by: issuer, { algorithm.verifies($0.signature, of: $0.signedBytes, key: key) })
        {
            return true
        }
        failure =
            failure ?? CertificateError(.badSignature, at: index, "the signature does not verify with the issuer's key")
        return false
    }
}
