/// A path that was validated, leaf first, anchor last.
public struct CertificatePath: Sendable {
    /// At least two.
    public let certificates: [Certificate]
    /// The key of each.
    let keys: [PublicKey]

    /// Whose key it is about.
    public var leaf: Certificate { certificates[0] }
    /// Where it ends.
    public var anchor: Certificate { certificates[certificates.count - 1] }
    /// The leaf's key, fit for use.
    public var publicKey: PublicKey { keys[0] }
}
