package import JourneyCBOR

/// The device-signed part of a document: its elements, and the proof that the device has the document's key (ISO/IEC
/// 18013-5, section 9.1.3).
package struct DeviceSigned: Sendable {
    /// The device's proof.
    package enum Authentication: Sendable {
        case signature(COSESign1)
        /// A MAC, which only the reader of this session can verify and could have created.
        case mac(COSEMac0)
    }

    /// A device-signed element.
    struct Element: Sendable {
        /// The name of the element.
        let name: ElementName
        /// The value, as received.
        let value: CBORItem
    }

    /// `#6.24(bstr .cbor DeviceNameSpaces)`, as received.
    package let nameSpaces: ArraySlice<UInt8>
    /// The elements in order.
    let elements: [Element]
    package let authentication: Authentication

    init(_ item: CBORItem, _ budget: inout ItemBudget) throws(CBORError) {
        _ = try item.expectMap("deviceSigned")
        let spaces = try item.expectMember("nameSpaces")
        nameSpaces = spaces.encoded
        elements = try DeviceSigned.elements(budget.embedded(spaces, "nameSpaces of deviceSigned"))
        let auth = try item.expectMember("deviceAuth")
        _ = try auth.expectMap("deviceAuth")
        switch (auth["deviceSignature"], auth["deviceMac"]) {
        case (let signature?, nil): authentication = .signature(try COSESign1(signature))
        case (nil, let mac?): authentication = .mac(try COSEMac0(mac))
        case (nil, nil): throw auth.failure(.missing, "deviceAuth has no signature and no MAC")
        case (_?, _?): throw auth.failure(.notAllowed, "deviceAuth has a signature and a MAC")
        }
    }

    private static func elements(_ item: CBORItem) throws(CBORError) -> [Element] {
        var found: [Element] = []
        for space in try item.expectMap("DeviceNameSpaces") {
            let name = try space.key.expectText("a namespace of the device")
            let members = try space.value.expectMap("a namespace of the device")
            guard !members.isEmpty else { throw space.value.failure(.notAllowed, "a namespace of the device is empty") }
            for member in members {
                let element = ElementName(name, try member.key.expectText("an element of the device"))
                found.append(Element(name: element, value: member.value))
            }
        }
        return found
    }
}
