/// The two header buckets of a COSE message (RFC 9052, section 3), the protected one with its bytes as received.
package struct COSEHeader: Sendable {
    /// Numbers of header parameters (RFC 9052, section 3.1; RFC 9360, section 2).
    package enum Label {
        static let algorithm: Int64 = 1
        static let critical: Int64 = 2
        static let keyID: Int64 = 4
        package static let chain: Int64 = 33
    }

    /// The most certificates that a message brings.
    static let mostCertificates = 16

    /// The content of the protected bucket's byte string, as received: what is signed.
    package let protectedBytes: ArraySlice<UInt8>
    /// What is signed, in the order in which it came.
    let protected: [CBORItem.Member]
    /// What anybody may have changed.
    let unprotected: [CBORItem.Member]
    /// The certificates of `x5chain` in DER, the signer's first, from either bucket; none where there is no such
    /// parameter. Nobody has looked at them.
    package let chain: [ArraySlice<UInt8>]
    /// Where the message begins.
    let offset: Int

    /// The buckets of a message. Throws `CBORError` for a label that is no number or text, one that stands there twice,
    /// wherever, for `crit` that names a parameter which is not in `understood` (or no protected one), and for an `x5chain`
    /// that is no list of byte strings.
    init(
        protected first: CBORItem, unprotected second: CBORItem, understood: Set<Int64>, limits: CBORLimits,
        at offset: Int
    ) throws(CBORError) {
        self.offset = offset
        protectedBytes = try first.expectBytes("the protected header")
        if protectedBytes.isEmpty {
            protected = []
        } else {
            protected = try CBORReader.item(in: protectedBytes, limits: limits).expectMap("the protected header")
        }
        unprotected = try second.expectMap("the unprotected header")
        try COSEHeader.checkLabels(protected, unprotected)
        try COSEHeader.checkCritical(protected, unprotected, understood)
        chain = try COSEHeader.chain(protected, unprotected)
    }

    /// The protected parameter of that number.
    package func protected(_ label: Int64) -> CBORItem? { COSEHeader.find(label, in: protected) }

    /// The unprotected parameter of that number.
    package func unprotected(_ label: Int64) -> CBORItem? { COSEHeader.find(label, in: unprotected) }

    /// The key's name, from either bucket; a hint, whoever wrote it.
    package var keyID: ArraySlice<UInt8>? {
        (protected(Label.keyID) ?? unprotected(Label.keyID))?.bytes
    }

    /// The algorithm that the protected bucket names. Throws `COSEError` when it names none, or one that is not known.
    package func algorithm() throws(COSEError) -> COSEAlgorithm {
        guard let item = protected(Label.algorithm) else {
            if let stray = unprotected(Label.algorithm) {
                throw COSEError(.algorithmNotProtected, at: stray.offset, "the algorithm is not protected")
            }
            throw COSEError(.algorithmMissing, at: offset, "no algorithm is named")
        }
        guard let algorithm = item.integer.flatMap(COSEAlgorithm.init(rawValue:)) else {
            throw COSEError(.algorithmUnknown, at: item.offset, "the algorithm is not known")
        }
        return algorithm
    }

    static func find(_ label: Int64, in members: [CBORItem.Member]) -> CBORItem? {
        members.first { $0.key.integer == label }?.value
    }
}
