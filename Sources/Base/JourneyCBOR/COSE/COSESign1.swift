package import JourneyCrypto

/// A message with one signature (RFC 9052, section 4.2), its bytes kept as received.
package struct COSESign1: Sendable {
    /// The tag that may stand before it.
    package static let tag: UInt64 = 18
    private let message: COSEMessage

    /// The message in `item`, with its tag or without. Throws `CBORError`; for `crit` too, when it names a parameter that is
    /// not `understood`. Nothing is verified yet.
    package init(
        _ item: CBORItem, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        message = try COSEMessage(item, tag: COSESign1.tag, understood: understood, limits: limits)
    }

    /// The message that these bytes are. Throws `CBORError`.
    package init(
        _ bytes: ArraySlice<UInt8>, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: limits), understood: understood, limits: limits)
    }

    /// The whole message, as received or as made.
    package var encoded: ArraySlice<UInt8> { message.encoded }
    package var header: COSEHeader { message.header }
    /// What is signed; `nil` when it is given beside the message.
    package var payload: ArraySlice<UInt8>? { message.payload }
    /// r ‖ s for ECDSA.
    package var signature: ArraySlice<UInt8> { message.authenticator }

    /// The Sig_structure (RFC 9052, section 4.4) over the protected header as received. `detached` is the payload of a
    /// message that has none, and must be `nil` for one that has. Throws `COSEError`.
    package func signedBytes(
        detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) -> [UInt8] {
        COSESign1.signedBytes(
            protected: header.protectedBytes, payload: try message.payload(detached: detached), externalAAD: externalAAD
        )
    }

    static func signedBytes(
        protected: some Collection<UInt8>, payload: ArraySlice<UInt8>, externalAAD: [UInt8]
    ) -> [UInt8] {
        COSEMessage.structure("Signature1", protected: protected, externalAAD: externalAAD, payload: payload)
    }

    /// Returns when the signature is `key`'s, by the key's own algorithm, which the protected header has to name. Throws
    /// `COSEError`.
    package func verify(
        with key: PublicKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        let bytes = try signedBytes(detached: detached, externalAAD: externalAAD)
        guard let algorithm = try header.algorithm().signature, key.algorithms.contains(algorithm) else {
            throw COSEError(.algorithmMismatch, at: encoded.startIndex, "the algorithm does not fit the key")
        }
        guard key.verifies(Array(signature), of: bytes, with: algorithm) else {
            throw COSEError(.badSignature, at: signature.startIndex, "the signature is not this key's over these bytes")
        }
    }

    /// As `verify(with: PublicKey)`, by a COSE key, which may be bound to an algorithm and to uses of its own.
    package func verify(
        with key: COSEKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        guard let publicKey = key.publicKey, key.allows(.verify) else {
            throw COSEError(.keyNotAllowed, at: encoded.startIndex, "a key that verifies no signatures")
        }
        // The algorithm that the message names is compared with the key below: here, with what the key says of itself.
        if let named = key.algorithm, try header.algorithm().rawValue != named {
            throw COSEError(.algorithmMismatch, at: encoded.startIndex, "a key that is for another algorithm")
        }
        try verify(with: publicKey, detached: detached, externalAAD: externalAAD)
    }
}
