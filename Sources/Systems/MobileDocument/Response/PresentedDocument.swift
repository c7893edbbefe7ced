package import JourneyCBOR

/// One document of a response: its issuer-signed and device-signed parts.
package struct PresentedDocument: Sendable {
    /// The document type in the response, as received: the bytes that the device authenticates.
    package let docTypeItem: CBORItem
    package let docType: DocumentType
    package let issuerSigned: IssuerSigned
    package let deviceSigned: DeviceSigned
    /// The error codes of elements that were not returned. 0 gives no reason; negative codes are application-specific.
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
