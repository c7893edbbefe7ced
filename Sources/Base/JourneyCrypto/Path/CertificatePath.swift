/// A validated certificate path, leaf first, anchor last.
public struct CertificatePath: Sendable {
    /// The certificates, at least two; the leaf alone when it is pinned.
    package let certificates: [Certificate]
    /// The public key of each certificate.
    let keys: [PublicKey]

    /// The breaches of rules that the profile lowers to warnings.
    package let warnings: [Warning]

    /// The breach of a rule that the profile lowers.
    package struct Warning: Sendable {
        package let rule: CertificateProfile.Rule
        package let error: CertificateError
    }

    /// The end-entity certificate.
    package var leaf: Certificate { certificates[0] }
    /// The anchor's certificate.
    package var anchor: Certificate { certificates[certificates.count - 1] }
    /// The leaf's public key, which was validated.
    package var publicKey: PublicKey { keys[0] }
}
