internal import JourneyCBOR
internal import JourneyCrypto

extension CBORItem {
    /// Returns an error about this item.
    func failure(_ reason: CBORError.Reason, _ detail: String) -> CBORError { CBORError(reason, at: offset, detail) }
}

extension CBORWriter {
    /// Returns the item under tag 24, with its head: `#6.24(bstr .cbor item)`.
    static func embedding(_ item: some Collection<UInt8>) -> [UInt8] {
        var writer = CBORWriter(capacity: item.count + 8)
        writer.embedded(item)
        return writer.encoded
    }

    /// Returns the input of a signature or MAC: a name and encoded parts in one array, embedded under tag 24.
    static func authentication(_ name: String, _ parts: [ArraySlice<UInt8>]) -> [UInt8] {
        var writer = CBORWriter(capacity: parts.reduce(name.utf8.count + 8) { $0 + $1.count })
        writer.array(parts.count + 1)
        writer.text(name)
        for part in parts { writer.raw(part) }
        return embedding(writer.encoded)
    }

    /// Writes a member of a map.
    mutating func member(_ name: String, _ value: CBORValue) {
        text(name)
        self.value(value)
    }

    /// Writes a member of a map whose value is encoded already.
    mutating func member(_ name: String, raw value: some Collection<UInt8>) {
        text(name)
        raw(value)
    }
}

extension COSEHeader {
    /// Returns the certificates of `x5chain`, the signer's own first.
    func certificates() throws(DERError) -> [Certificate] {
        try chain.map { bytes throws(DERError) in try Certificate(Array(bytes)) }
    }

    /// Parses the certificates of the message; with a policy that accepts other encodings than DER, those too.
    func certificates(by policy: AcceptancePolicy) throws(DERError) -> [Certificate] {
        guard policy[.encoding] != .enforce else { return try certificates() }
        return try chain.map { bytes throws(DERError) in try Certificate.tolerant(Array(bytes)) }
    }
}
