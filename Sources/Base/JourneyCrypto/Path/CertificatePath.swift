/// A path that was validated, leaf first, anchor last.
public struct CertificatePath: Sendable {
    /// At least two.
    package let certificates: [Certificate]
    /// The key of each.
    let keys: [PublicKey]

    /// Whose key it is about.
    package var leaf: Certificate { certificates[0] }
    /// Where it ends.
    package var anchor: Certificate { certificates[certificates.count - 1] }
    /// The leaf's key, fit for use.
    package var publicKey: PublicKey { keys[0] }
}
