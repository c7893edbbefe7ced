public import JourneyCBOR

/// The issuer-signed part of a document (ISO/IEC 18013-5, section 8.3.2.1.2.2): items by namespace and the signed
/// object with their digests.
///
/// An issuer hands it to a holder, and a holder passes on parts of it. Everything is kept as received; nothing is
/// verified.
public struct IssuerSigned: Sendable {
    /// The items of one namespace, in the order received.
    package struct NameSpace: Sendable {
        package let name: String
        package let items: [IssuerSignedItem]
    }

    /// The whole structure, as received.
    package let encoded: ArraySlice<UInt8>
    /// The namespaces in the order received.
    package let nameSpaces: [NameSpace]
    /// The signature, whose payload is the MSO.
    package let issuerAuth: COSESign1
    /// The signed object, the MSO.
    package let mso: MobileSecurityObject

    /// Parses issuer-signed data.
    ///
    /// - Parameter bytes: The encoded structure.
    /// - Throws: `CBORError`.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.response)
        var budget = ItemBudget(DocumentLimits.response, after: item)
        try self.init(item, &budget)
    }

    init(_ item: CBORItem, _ budget: inout ItemBudget) throws(CBORError) {
        encoded = item.encoded
        _ = try item.expectMap("issuerSigned")
        var spaces: [NameSpace] = []
        for space in try item["nameSpaces"]?.expectMap("nameSpaces") ?? [] {
            let parts = try space.value.expectArray("the items of a namespace")
            guard !parts.isEmpty else { throw space.value.failure(.notAllowed, "a namespace has no items") }
            let items = try parts.map { part throws(CBORError) in try IssuerSignedItem(part, &budget) }
            spaces.append(NameSpace(name: try space.key.expectText("a namespace"), items: items))
        }
        nameSpaces = spaces
        let auth = try item.expectMember("issuerAuth")
        issuerAuth = try COSESign1(auth, limits: DocumentLimits.response)
        guard let payload = issuerAuth.payload else {
            throw auth.failure(.missing, "issuerAuth has no payload")
        }
        mso = try MobileSecurityObject(payload: payload, &budget)
    }

    /// Returns the items of a namespace; none if the namespace is missing.
    package func items(of nameSpace: String) -> [IssuerSignedItem] {
        nameSpaces.first { $0.name == nameSpace }?.items ?? []
    }

    /// Returns the structure with items and signature as they are.
    static func encode(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], issuerAuth: ArraySlice<UInt8>
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: count(spaces, issuerAuth))
        write(spaces, issuerAuth: issuerAuth, into: &writer)
        return writer.finish()
    }

    /// Returns the length of the structure, possibly a few bytes too many.
    static func count(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], _ issuerAuth: ArraySlice<UInt8>
    ) -> Int {
        spaces.reduce(issuerAuth.count + 64) { $0 + $1.name.utf8.count + $1.items.reduce(16) { $0 + $1.count } }
    }

    static func write(
        _ spaces: [(name: String, items: [ArraySlice<UInt8>])], issuerAuth: ArraySlice<UInt8>,
        into writer: inout CBORWriter
    ) {
        writer.map(spaces.isEmpty ? 1 : 2)
        if !spaces.isEmpty {
            writer.text("nameSpaces")
            writer.map(spaces.count)
            for space in spaces {
                writer.text(space.name)
                writer.array(space.items.count)
                for item in space.items { writer.raw(item) }
            }
        }
        writer.member("issuerAuth", raw: issuerAuth)
    }
}
