public import JourneyCBOR

/// What an issuer hands to a holder, and a holder passes on in parts (ISO/IEC 18013-5, section 8.3.2.1.2.2): items by
/// namespace, and the signed object with their digests. Everything is kept as received; nothing has been verified.
public struct IssuerSigned: Sendable {
    /// The items of one namespace, in the order in which they came.
    package struct NameSpace: Sendable {
        package let name: String
        package let items: [IssuerSignedItem]
    }

    /// The whole structure, as received.
    package let encoded: ArraySlice<UInt8>
    /// Namespaces in the order in which they came.
    package let nameSpaces: [NameSpace]
    /// The signature, with the MSO as its payload.
    package let issuerAuth: COSESign1
    /// The signed object.
    package let mso: MobileSecurityObject

    /// What these bytes are. Throws `CBORError`.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.response)
        var budget = ItemBudget(DocumentLimits.response, after: item)
        try self.init(item, &budget)
    }

    init(_ item: CBORItem, _ budget: inout ItemBudget) throws(CBORError) {
        encoded = item.encoded
        var spaces: [NameSpace] = []
        _ = try item.expectMap("issuerSigned")
        if let map = item["nameSpaces"] {
            for space in try map.expectMap("nameSpaces") {
                var items: [IssuerSignedItem] = []
                for part in try space.value.expectArray("the items of a namespace") {
                    items.append(try IssuerSignedItem(part, &budget))
                }
                guard !items.isEmpty else { throw space.value.failure(.notAllowed, "a namespace without items") }
                spaces.append(NameSpace(name: try space.key.expectText("a namespace"), items: items))
            }
        }
        nameSpaces = spaces
        let auth = try item.expectMember("issuerAuth")
        issuerAuth = try COSESign1(auth, limits: DocumentLimits.response)
        guard let payload = issuerAuth.payload else {
            throw auth.failure(.missing, "issuerAuth has no payload")
        }
        mso = try MobileSecurityObject(payload: payload, &budget)
    }

    /// The items of that namespace; none where it is not there.
    package func items(of nameSpace: String) -> [IssuerSignedItem] {
        nameSpaces.first { $0.name == nameSpace }?.items ?? []
    }
}
