package import JourneyCBOR

/// One document of a response: what the issuer signed, and what the device did.
package struct PresentedDocument: Sendable {
    /// The type that the response gives it, as received: what the device authenticated is these bytes.
    package let docTypeItem: CBORItem
    package let docType: DocumentType
    package let issuerSigned: IssuerSigned
    package let deviceSigned: DeviceSigned
    /// Why an element was not returned, by its name. 0 says nothing; negative codes are the application's.
    let errors: [ElementName: Int64]

    init(_ item: CBORItem, _ budget: inout ItemBudget) throws(CBORError) {
        _ = try item.expectMap("a document")
        docTypeItem = try item.expectMember("docType")
        docType = DocumentType(try docTypeItem.expectText("docType"))
        issuerSigned = try IssuerSigned(item.expectMember("issuerSigned"), &budget)
        deviceSigned = try DeviceSigned(item.expectMember("deviceSigned"), &budget)
        errors = try item["errors"].map { list throws(CBORError) in try PresentedDocument.errors(list) } ?? [:]
    }

    private static func errors(_ item: CBORItem) throws(CBORError) -> [ElementName: Int64] {
        var errors: [ElementName: Int64] = [:]
        let spaces = try item.expectMap("errors")
        guard !spaces.isEmpty else { throw item.failure(.notAllowed, "errors is empty") }
        for space in spaces {
            let name = try space.key.expectText("a namespace of errors")
            let members = try space.value.expectMap("the errors of a namespace")
            guard !members.isEmpty else {
                throw space.value.failure(.notAllowed, "the errors of a namespace are empty")
            }
            for member in members {
                let element = ElementName(name, try member.key.expectText("an element of errors"))
                errors[element] = try member.value.expectInteger("a code of errors")
            }
        }
        return errors
    }
}
