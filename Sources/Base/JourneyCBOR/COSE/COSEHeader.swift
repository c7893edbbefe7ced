/// The two header buckets of a COSE message (RFC 9052, section 3). The protected one keeps its bytes as received.
package struct COSEHeader: Sendable {
    /// The labels of header parameters (RFC 9052, section 3.1; RFC 9360, section 2).
    package enum Label {
        static let algorithm: Int64 = 1
        static let critical: Int64 = 2
        static let keyID: Int64 = 4
        package static let chain: Int64 = 33
    }

    /// The most certificates in a message.
    static let mostCertificates = 16

    /// The content of the protected bucket's byte string, as received: input of the signature.
    package let protectedBytes: ArraySlice<UInt8>
    /// The protected parameters, in their original order.
    let protected: [CBORItem.Member]
    /// The unprotected parameters, which anyone may have changed.
    let unprotected: [CBORItem.Member]
    /// The certificates of `x5chain` in DER, the signer's first, from either bucket; empty without that parameter. They aren't
    /// verified.
    package let chain: [ArraySlice<UInt8>]
    /// The offset of the message.
    let offset: Int

    /// Reads the buckets of a message.
    ///
    /// Throws `CBORError` for a label that is neither integer nor text or occurs twice, for a `crit` that names a parameter
    /// outside `understood` or an unprotected one, and for an `x5chain` that isn't a list of byte strings.
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

    /// Returns the protected parameter with this label.
    package func protected(_ label: Int64) -> CBORItem? { COSEHeader.find(label, in: protected) }

    /// Returns the unprotected parameter with this label.
    package func unprotected(_ label: Int64) -> CBORItem? { COSEHeader.find(label, in: unprotected) }

    /// The key id, from either bucket. Only a hint, because it may be unprotected.
    package var keyID: ArraySlice<UInt8>? {
        (protected(Label.keyID) ?? unprotected(Label.keyID))?.bytes
    }

    /// Returns the algorithm in the protected bucket. Throws `COSEError` if there is none or it isn't supported.
    package func algorithm() throws(COSEError) -> COSEAlgorithm {
        guard let item = protected(Label.algorithm) else {
            if let stray = unprotected(Label.algorithm) {
                throw COSEError(.algorithmNotProtected, at: stray.offset, "the algorithm is in the unprotected header")
            }
            throw COSEError(.algorithmMissing, at: offset, "the protected header has no algorithm (label 1)")
        }
        guard let algorithm = item.integer.flatMap(COSEAlgorithm.init(rawValue:)) else {
            throw COSEError(.algorithmUnknown, at: item.offset, "the algorithm is not supported")
        }
        return algorithm
    }

    static func find(_ label: Int64, in members: [CBORItem.Member]) -> CBORItem? {
        members.first { $0.key.integer == label }?.value
    }
}
