/// The work that a path search has done, and the signatures it has verified.
struct PathBudget {
    /// A pair of certificates, which the search retains.
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
        guard steps <= PathBudget.mostSteps else {
            throw CertificateError(.tooMuch, "the search exceeded its limit of steps")
        }
    }

    /// Counts one signature before its verification.
    mutating func signature() throws(CertificateError) {
        signatures += 1
        guard signatures <= PathBudget.mostSignatures else {
            throw CertificateError(.tooMuch, "the search exceeded its limit of signatures")
        }
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
    /// Returns `true` if `other` signed this certificate. Checks names and signature, and no other rule of a path.
    package func isIssued(by other: Certificate) -> Bool {
        guard mayBeIssued(by: other), let algorithm = CertificateSignature(signatureAlgorithm),
            let key = try? other.publicKey()
        else { return false }
        return algorithm.verifies(signature, of: signedBytes, key: key)
    }

    /// Returns `true` if `other` has the name of this certificate's issuer, and its key identifier when both have one.
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
