/// Looks for a path from a leaf to an anchor, depth first, anchors before intermediates, and checks each that it finds.
///
/// Whoever presents certificates chooses what is searched, so work is counted: a signature is verified once for each pair,
/// and only so many of them; steps are counted too, because certificates that sign each other make paths without number.
struct PathSearch {
    private let anchors: [TrustAnchor]
    private let intermediates: [Certificate]
    private let check: PathCheck
    private var work = PathWork()
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

/// How much a search has done, and which signatures it has verified.
struct PathWork {
    /// Two certificates, which the search holds on to.
    private struct Pair: Hashable {
        let certificate: ObjectIdentifier
        let issuer: ObjectIdentifier
    }

    private static let mostSteps = 512
    private static let mostSignatures = 64

    private var steps = 0
    private var signatures = 0
    private var known: [Pair: Bool] = [:]

    /// Counts one step.
    mutating func step() throws(CertificateError) {
        steps += 1
        guard steps <= PathWork.mostSteps else { throw CertificateError(.tooMuch, "too many paths") }
    }

    /// Counts one signature that is about to be verified.
    mutating func signature() throws(CertificateError) {
        signatures += 1
        guard signatures <= PathWork.mostSignatures else { throw CertificateError(.tooMuch, "too many signatures") }
    }

    mutating func isSigned(
        _ certificate: Certificate, by issuer: Certificate, _ verify: (Certificate) -> Bool
    ) throws(CertificateError) -> Bool {
        let pair = Pair(certificate: ObjectIdentifier(certificate), issuer: ObjectIdentifier(issuer))
        if let answer = known[pair] { return answer }
        try signature()
        let answer = verify(certificate)
        known[pair] = answer
        return answer
    }
}

extension Certificate {
    /// Whether `other` signed this certificate: names and signature, and nothing that a path has to fulfil besides.
    public func isIssued(by other: Certificate) -> Bool {
        guard mayBeIssued(by: other), let algorithm = CertificateSignature(signatureAlgorithm),
            let key = try? other.publicKey()
        else { return false }
        return algorithm.verifies(signature, of: signedBytes, key: key)
    }

    /// Whether the other names itself as this one names its issuer: by name, and by key where both say which.
    func mayBeIssued(by other: Certificate) -> Bool {
        guard issuer.matches(other.subject) else { return false }
        guard let identifier = authorityKeyIdentifier else { return true }
        if let key = identifier.keyIdentifier, let own = other.subjectKeyIdentifier, key != own { return false }
        if let number = identifier.serialNumber, number[...] != other.serialNumber { return false }
        let names = (identifier.issuer ?? []).compactMap { name -> DistinguishedName? in
            if case .directory(let name) = name { name } else { nil }
        }
        return names.isEmpty || names.contains { $0.matches(other.issuer) }
    }
}
