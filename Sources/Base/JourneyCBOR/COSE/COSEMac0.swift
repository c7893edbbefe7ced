package import JourneyBase
import JourneyCrypto

/// A message with one MAC for a recipient who knows the key (RFC 9052, section 6.2), its bytes kept as received. The
/// algorithm is HMAC 256/256.
package struct COSEMac0: Sendable {
    /// The tag that may stand before it.
    static let tag: UInt64 = 17
    private let message: COSEMessage

    /// The message in `item`, with its tag or without. Throws `CBORError`; for `crit` too, when it names a parameter that is
    /// not `understood`. Nothing is verified yet.
    package init(
        _ item: CBORItem, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        message = try COSEMessage(item, tag: COSEMac0.tag, understood: understood, limits: limits)
    }

    /// The message that these bytes are. Throws `CBORError`.
    package init(
        _ bytes: ArraySlice<UInt8>, understood: Set<Int64> = [], limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: limits), understood: understood, limits: limits)
    }

    /// A new message with `payload`, or with none when it `isDetached`, with the tag that `key` gives. The CBOR tag 17
    /// stands before it only when `isTagged`. Throws `CBORError` for fields that break a rule of headers.
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

    /// The whole message, as received or as made.
    package var encoded: ArraySlice<UInt8> { message.encoded }
    package var header: COSEHeader { message.header }
    /// What is authenticated; `nil` when it is given beside the message.
    package var payload: ArraySlice<UInt8>? { message.payload }
    /// The MAC.
    package var authenticationTag: ArraySlice<UInt8> { message.authenticator }

    /// The MAC_structure (RFC 9052, section 6.3) over the protected header as received. `detached` is the payload of a
    /// message that has none, and must be `nil` for one that has. Throws `COSEError`.
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

    /// Returns when the tag is `key`'s, whole, compared in constant time. Throws `COSEError`.
    package func verify(
        with key: Secret, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        let bytes = try authenticatedBytes(detached: detached, externalAAD: externalAAD)
        guard try header.algorithm() == .hmac256 else {
            throw COSEError(.algorithmMismatch, at: encoded.startIndex, "the algorithm makes no tags with this key")
        }
        guard HMACSHA256.isValid(Array(authenticationTag), for: bytes, key: key) else {
            throw COSEError(.badTag, at: authenticationTag.startIndex, "the tag is not this key's over these bytes")
        }
    }

    /// As `verify(with: Secret)`, by a symmetric COSE key, which may be bound to an algorithm and to uses of its own.
    package func verify(
        with key: COSEKey, detached: ArraySlice<UInt8>? = nil, externalAAD: [UInt8] = []
    ) throws(COSEError) {
        guard let secret = key.secret, key.allows(.macVerify) else {
            throw COSEError(.keyNotAllowed, at: encoded.startIndex, "a key that checks no tags")
        }
        try verify(with: secret, detached: detached, externalAAD: externalAAD)
    }
}
