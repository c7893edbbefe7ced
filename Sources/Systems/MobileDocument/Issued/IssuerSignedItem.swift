package import JourneyCBOR
package import JourneyCrypto

/// One data element as the issuer created it (ISO/IEC 18013-5, section 8.3.2.1.2.2), kept as received: the digest in
/// the MSO covers these bytes, the tag included.
package struct IssuerSignedItem: Sendable {
    /// `#6.24(bstr .cbor IssuerSignedItem)`, as received.
    package let encoded: ArraySlice<UInt8>
    /// The key of the item's digest in its namespace.
    package let digestID: UInt64
    /// The random bytes that keep the digest from revealing the value.
    package let random: ArraySlice<UInt8>
    package let elementIdentifier: String
    /// The value, as received.
    package let elementValue: CBORItem

    /// The minimum number of random bytes (ISO/IEC 18013-5, section 9.1.2.5).
    package static let leastRandom = 16

    /// Parses an item. Throws `CBORError`.
    package init(encoded: ArraySlice<UInt8>) throws(CBORError) {
        let tagged = try CBORReader.item(in: encoded, limits: DocumentLimits.response)
        var budget = ItemBudget(DocumentLimits.response, after: tagged)
        try self.init(tagged, &budget)
    }

    init(_ tagged: CBORItem, _ budget: inout ItemBudget) throws(CBORError) {
        encoded = tagged.encoded
        let item = try budget.embedded(tagged, "an issuer-signed item")
        digestID = try item.expectMember("digestID").expectUnsigned("digestID")
        random = try item.expectMember("random").expectBytes("random")
        elementIdentifier = try item.expectMember("elementIdentifier").expectText("elementIdentifier")
        elementValue = try item.expectMember("elementValue")
    }

    /// Returns the digest of the whole item, its tag included.
    package func digest(_ algorithm: HashAlgorithm) -> [UInt8] {
        encoded.withUnsafeBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: algorithm.count) { out, count in
                algorithm.hash(bytes, into: UnsafeMutableRawBufferPointer(out))
                count = algorithm.count
            }
        }
    }
}
