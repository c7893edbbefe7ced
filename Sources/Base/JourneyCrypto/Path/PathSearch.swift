/// Looks for a path from a leaf to an anchor, depth first, anchors before intermediates, and checks each that it finds.
///
/// Whoever presents certificates chooses what is searched, so work is counted: a signature is verified once for each pair,
/// and only so many of them; steps are counted too, because certificates that sign each other make paths without number.
struct PathSearch {
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

    /// A path, and the keys of all but its leaf.
    mutating func path(
        from leaf: Certificate
    ) throws(CertificateError) -> (certificates: [Certificate], keys: [PublicKey]) {
        if let found = try extend([leaf], keys: []) { return found }
        throw failure ?? CertificateError(.noPath, "no issuer leads to an anchor")
    }

    /// A good path that begins with `path`, or `nil`. `keys` are those that verified its signatures, one fewer than
    /// certificates. Throws when the search has to end.
    private mutating func extend(
        _ path: [Certificate], keys: [PublicKey]
    ) throws(CertificateError) -> (certificates: [Certificate], keys: [PublicKey])? {
        try work.step()
        guard let last = path.last else { return nil }
        for anchor in anchors where last.mayBeIssued(by: anchor.certificate) && !path.contains(anchor.certificate) {
            guard try isSigned(last, by: anchor.certificate, key: anchor.key, at: path.count - 1) else { continue }
            let (whole, keys) = (path + [anchor.certificate], keys + [anchor.key])
            do throws(CertificateError) {
                try check.check(whole, keys: keys, work: &work)
                return (whole, keys)
            } catch {
                guard error.reason != .tooMuch else { throw error }
                failure = failure ?? error
            }
        }
        // The leaf is no intermediate, so path.count - 1 of them are there already.
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
            failure = failure ?? CertificateError(.algorithmNotAllowed, at: index, "an algorithm that is not allowed")
            return false
        }
        if try work.isSigned(
            certificate, by: issuer, { algorithm.verifies($0.signature, of: $0.signedBytes, key: key) })
        {
            return true
        }
        failure = failure ?? CertificateError(.badSignature, at: index, "a signature that is not the issuer's")
        return false
    }
}
