/// The common structure of `COSE_Sign1` and `COSE_Mac0` (RFC 9052, sections 4.2 and 6.2): four items, the last one a signature or
/// MAC over the protected header and the payload.
struct COSEMessage: Sendable {
    let encoded: ArraySlice<UInt8>
    let header: COSEHeader
    let payload: ArraySlice<UInt8>?
    let authenticator: ArraySlice<UInt8>

    /// Reads the message in `item`, tagged with `tag` or not.
    init(_ item: CBORItem, tag: UInt64, understood: Set<Int64>, limits: CBORLimits) throws(CBORError) {
        let parts = try (item.tagged(tag) ?? item).expectArray("a COSE message", count: 4...4)
        encoded = item.encoded
        header = try COSEHeader(
            protected: parts[0], unprotected: parts[1], understood: understood, limits: limits, at: item.offset)
        payload = parts[2].isNull ? nil : try parts[2].expectBytes("the payload")
        authenticator = try parts[3].expectBytes("the signature or tag")
    }

    /// Returns the attached payload, or `detached` for a message without one.
    func payload(detached: ArraySlice<UInt8>?) throws(COSEError) -> ArraySlice<UInt8> {
        switch (payload, detached) {
        case (let payload?, nil): return payload
        case (nil, let detached?): return detached
        case (nil, nil):
            throw COSEError(
                .payloadMissing, at: encoded.startIndex, "the message has no payload, and no detached one was given")
        case (let payload?, _):
            throw COSEError(
                .payloadAttached, at: payload.startIndex, "the message has a payload although a detached one was given")
        }
    }

    /// Encodes the Sig_structure or MAC_structure (RFC 9052, sections 4.4 and 6.3).
    static func structure(
        _ context: String, protected: some Collection<UInt8>, externalAAD: some Collection<UInt8>,
        payload: some Collection<UInt8>
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: payload.count + protected.count + externalAAD.count + 48)
        writer.array(4)
        writer.text(context)
        writer.bytes(protected)
        writer.bytes(externalAAD)
        writer.bytes(payload)
        return writer.encoded
    }

    /// Encodes a new message.
    static func encode(
        protected: [UInt8], unprotected: [CBORValue: CBORValue], payload: ArraySlice<UInt8>?, authenticator: [UInt8],
        tag: UInt64?
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: (payload?.count ?? 0) + 256)
        if let tag { writer.tag(tag) }
        writer.array(4)
        writer.bytes(protected)
        writer.value(.map(unprotected))
        if let payload { writer.bytes(payload) } else { writer.null() }
        writer.bytes(authenticator)
        return writer.encoded
    }
}
