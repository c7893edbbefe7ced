package import JourneyCrypto

extension OID {
    // Purposes of keys (ISO/IEC 18013-5, annexes B and C).
    /// Who signs documents.
    package static let documentSigner = OID(1, 0, 18_013, 5, 1, 2)
    /// Who signs lists of authorities.
    package static let vicalSigner = OID(1, 0, 18_013, 5, 1, 8)
    /// Who signs lists of tokens' statuses (Token Status List, section 10.1). Provisional: the drafts leave the number to be
    /// assigned, and this is the one that implementations use meanwhile. A signer need not name a purpose at all.
    package static let statusSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 30)
}
