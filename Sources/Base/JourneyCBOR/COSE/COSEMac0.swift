package import JourneyBase
import JourneyCrypto

/// A message with one MAC for a recipient who knows the key (RFC 9052, section 6.2), with its bytes as received. The algorithm is
/// HMAC 256/256.
package struct COSEMac0: Sendable {
    /// The optional CBOR tag of the message.
    static let tag: UInt64 = 17
    private let message: COSEMessage

    /// Reads the message in `item`, tagged or not, without verification. Throws `CBORError`, also if `crit` names a parameter
    /// outside `understood`.
    package init(
        _ item: CBORItem, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        message = try COSEMessage(item, tag: COSEMac0.tag, understood: understood, limits: limits)
    }

    /// Reads the message encoded in `bytes`. Throws `CBORError`.
    package init(
        _ bytes: ArraySlice<UInt8>, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: limits), understood: understood, limits: limits)
    }

    /// Creates a message with the MAC of `key`. With `isDetached`, it has no payload; with `isTagged`, it starts with tag 17.
    /// Throws `CBORError` for fields that break a rule for headers.
    package init(
        authenticating payload: [UInt8], key: Secret, fields: COSEFields = COSEFields(), isDetached: Bool = false,
        externalAAD: [UInt8] = [], isTagged: Bool = false
    ) throws(CBORError) {
        let protected = fields.protectedBytes(.hmac256)
        let structure = COSEMac0.structure(protected: protected, payload: payload[...], externalAAD: externalAAD)
        let bytes = COSEMessage.encode(
            protected: protected, unprotected: fields.unprotected, payload: isDetached ? nil : payload[...],
            authenticator: HMACSHA256.tag(structure, key: key), tag: isTagged ? COSEMac0.tag : nil)
        try self.init(bytes[...], limits: CBORLimits(bytes: bytes.count))
    }

    /// The whole message, as received or created.
    package var encoded: ArraySlice<UInt8> { message.encoded }
    package var header: COSEHeader { message.header }
    /// The payload; `nil` if it is detached.
    package var payload: ArraySlice<UInt8>? { message.payload }
    /// The MAC.
    package var authenticationTag: ArraySlice<UInt8> { message.authenticator }

    /// Returns the MAC_structure (RFC 9052, section 6.3) over the protected header as received. `detached` is the payload of a
    /// message without one, and otherwise `nil`. Throws `COSEError`.
    package func authenticatedBytes(
        detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) -> [UInt8] {
        COSEMac0.structure(
            protected: header.protectedBytes, payload: try message.payload(detached: detached), externalAAD: externalAAD
        )
    }

    private static func structure(
        protected: some Collection<UInt8>, payload: ArraySlice<UInt8>, externalAAD: [UInt8]
    ) -> [UInt8] {
        COSEMessage.structure("MAC0", protected: protected, externalAAD: externalAAD, payload: payload)
    }

    /// Verifies the full MAC with `key`, in constant time. Throws `COSEError` if it isn't valid.
    package func verify(
        with key: Secret, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        let bytes = try authenticatedBytes(detached: detached, externalAAD: externalAAD)
        guard try header.algorithm() == .hmac256 else {
            throw COSEError(
                .algorithmMismatch, at: encoded.startIndex, "the algorithm in the header is not HMAC 256/256")
        }
        guard HMACSHA256.isValid(Array(authenticationTag), for: bytes, key: key) else {
            throw COSEError(
                .badTag, at: authenticationTag.startIndex, "the MAC does not match the key and the authenticated bytes")
        }
    }

    /// Verifies the MAC with a symmetric COSE key, whose restrictions on algorithm and operations apply. Throws `COSEError`.
    package func verify(
        with key: COSEKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        guard let secret = key.secret, key.allows(.macVerify) else {
            throw COSEError(
                .keyNotAllowed, at: encoded.startIndex, "the key is not symmetric, or does not permit MAC verification")
        }
        try verify(with: secret, detached: detached, externalAAD: externalAAD)
    }
}
