/// A distinguished name (RFC 5280, section 4.1.2.4), with its bytes as received.
public struct DistinguishedName: Sendable {
    /// One attribute: its type and its value.
    struct Attribute: Sendable {
        let type: OID
        /// The text of the value; `nil` for string types without an agreed meaning, and for values that are not strings.
        let text: String?
        let value: DERElement
    }

    /// The complete element, as received.
    package let encoded: ArraySlice<UInt8>
    /// The relative names in order, most significant first; almost always one attribute each.
    let relativeNames: [[Attribute]]

    /// The maximum number of relative names, and of attributes in one.
    private static let limit = 32

    init(_ element: DERElement) throws(DERError) {
        encoded = element.encoded
        var names: [[Attribute]] = []
        for set in try element.elements(.set, limit: DistinguishedName.limit) {
            var attributes: [Attribute] = []
            for pair in try set.elements(.sequence, least: 1, limit: DistinguishedName.limit) {
                var reader = try pair.reader()
                let type = try reader.next(.objectIdentifier).objectIdentifier()
                let value = try reader.next()
                try reader.end()
                let text = DistinguishedName.isString(value.tag) ? try value.text() : nil
                attributes.append(Attribute(type: type, text: text, value: value))
            }
            names.append(attributes)
        }
        relativeNames = names
    }

    private static func isString(_ tag: DERTag) -> Bool {
        switch tag {
        case .utf8String, .printableString, .ia5String, .visibleString, .numericString, .bmpString, .teletexString,
            .universalString:
            true
        default: false
        }
    }

    /// `true` if the name has no relative names.
    var isEmpty: Bool { relativeNames.isEmpty }

    /// Returns the texts of all attributes of that type.
    package func values(of type: OID) -> [String] {
        relativeNames.flatMap { $0 }.filter { $0.type == type }.compactMap(\.text)
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// The name for display: `CN=…, O=…`. Not for comparison or decisions.
    public var description: String {
        relativeNames.map { attributes in
            attributes.map { attribute in
                let name = DistinguishedName.shortNames[attribute.type] ?? attribute.type.description
                return "\(name)=\(attribute.text ?? "…")"
            }.joined(separator: "+")
        }.joined(separator: ", ")
    }

    private static let shortNames: [OID: String] = [
        .commonName: "CN", .country: "C", .locality: "L", .stateOrProvince: "ST", .organization: "O",
        .organizationalUnit: "OU", .emailAddress: "emailAddress",
    ]
}
