package import JourneyCrypto

/// A message with one signature (RFC 9052, section 4.2), with its bytes as received.
package struct COSESign1: Sendable {
    /// The optional CBOR tag of the message.
    package static let tag: UInt64 = 18
    private let message: COSEMessage

    /// Reads the message in `item`, tagged or not, without verification. Throws `CBORError`, also if `crit` names a parameter
    /// outside `understood`.
    package init(
        _ item: CBORItem, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        message = try COSEMessage(item, tag: COSESign1.tag, understood: understood, limits: limits)
    }

    /// Reads the message encoded in `bytes`. Throws `CBORError`.
    package init(
        _ bytes: ArraySlice<UInt8>, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: limits), understood: understood, limits: limits)
    }

    /// The whole message, as received or created.
    package var encoded: ArraySlice<UInt8> { message.encoded }
    package var header: COSEHeader { message.header }
    /// The payload; `nil` if it is detached.
    package var payload: ArraySlice<UInt8>? { message.payload }
    /// The signature; r ‖ s for ECDSA.
    package var signature: ArraySlice<UInt8> { message.authenticator }

    /// Returns the Sig_structure (RFC 9052, section 4.4) over the protected header as received. `detached` is the payload of a
    /// message without one, and otherwise `nil`. Throws `COSEError`.
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

    /// Verifies the signature with `key`. The protected header must name an algorithm of the key. Throws `COSEError` if it isn't
    /// valid.
    package func verify(
        with key: PublicKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        let bytes = try signedBytes(detached: detached, externalAAD: externalAAD)
        guard let algorithm = try header.algorithm().signature, key.algorithms.contains(algorithm) else {
            throw COSEError(
                .algorithmMismatch, at: encoded.startIndex, "the algorithm in the header does not fit the key")
        }
        guard key.verifies(Array(signature), of: bytes, with: algorithm) else {
            throw COSEError(
                .badSignature, at: signature.startIndex, "the signature does not match the key and the signed bytes")
        }
    }

    /// Verifies the signature with a COSE key, whose restrictions on algorithm and operations apply. Throws `COSEError`.
    package func verify(
        with key: COSEKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        guard let publicKey = key.publicKey, key.allows(.verify) else {
            throw COSEError(
                .keyNotAllowed, at: encoded.startIndex, "the key is not a public key, or does not permit verification")
        }
        // Here the header's algorithm is compared with the COSE key's restriction; `verify(with: PublicKey)` compares it with the
        // key's type.
        // Two numbers of the same algorithm agree.
        if let named = key.algorithm, try header.algorithm().signature != COSEAlgorithm(rawValue: named)?.signature {
            throw COSEError(
                .algorithmMismatch, at: encoded.startIndex,
                "the key is restricted to another algorithm than the header's")
        }
        try verify(with: publicKey, detached: detached, externalAAD: externalAAD)
    }
}
