package import JourneyCrypto

extension OID {
    // Extended key usages (ISO/IEC 18013-5, annexes B and C).
    /// The purpose of document signers.
    package static let documentSigner = OID(1, 0, 18_013, 5, 1, 2)
    /// The purpose of signers of authority lists.
    package static let vicalSigner = OID(1, 0, 18_013, 5, 1, 8)
    /// The purpose of signers of token status lists (Token Status List, section 10.1). Provisional: the drafts leave
    /// the number to be assigned, and implementations use this one meanwhile. A signer need not name a purpose.
    package static let statusSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 30)
}
