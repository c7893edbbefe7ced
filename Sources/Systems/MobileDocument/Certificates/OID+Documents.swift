public import JourneyCrypto

extension OID {
    // Purposes of keys (ISO/IEC 18013-5, annexes B and C).
    /// Who signs documents.
    public static let documentSigner = OID(1, 0, 18_013, 5, 1, 2)
    /// Who signs lists of authorities.
    public static let vicalSigner = OID(1, 0, 18_013, 5, 1, 8)
}
