/// A name in one of the forms of RFC 5280, section 4.2.1.6.
package enum GeneralName: Sendable {
    case email(String)
    case dns(String)
    case directory(DistinguishedName)
    case uri(String)
    /// An IP address of 4 or 16 bytes; in a constraint twice as many, the address and its mask.
    case ip([UInt8])
    case registeredID(OID)
    /// An unsupported form: other, X.400 and EDI names. The tag identifies it.
    case unread(DERTag)

    init(_ element: DERElement, isConstraint: Bool = false) throws(DERError) {
        switch element.tag {
        case .context(1, isConstructed: false): self = .email(try element.ascii())
        case .context(2, isConstructed: false): self = .dns(try element.ascii())
        case .context(6, isConstructed: false): self = .uri(try element.ascii())
        case .context(4, isConstructed: true):
            // A choice inside a tag keeps its own tag.
            var reader = try element.reader()
            self = .directory(try DistinguishedName(try reader.next(.sequence)))
            try reader.end()
        case .context(7, isConstructed: false):
            let counts = isConstraint ? [8, 32] : [4, 16]
            try element.require(counts.contains(element.content.count), "an IP address of the wrong length")
            self = .ip(Array(element.content))
        case .context(8, isConstructed: false): self = .registeredID(try element.objectIdentifier())
        case .context(0, isConstructed: true), .context(3, isConstructed: true), .context(5, isConstructed: true):
            self = .unread(element.tag)
        default: throw DERError(.unexpectedTag, at: element.offset, "not a form of GeneralName")
        }
    }

    /// Parses the names of a GeneralNames value, at least one.
    static func list(_ element: DERElement, limit: Int = 1_024) throws(DERError) -> [GeneralName] {
        var names: [GeneralName] = []
        for part in try element.elements(least: 1, limit: limit) { names.append(try GeneralName(part)) }
        return names
    }

    /// The form of the name; two names are comparable when their forms are equal.
    var form: UInt8 {
        switch self {
        case .email: 1
        case .dns: 2
        case .directory: 4
        case .uri: 6
        case .ip: 7
        case .registeredID: 8
        case .unread(let tag): tag.rawValue & 0x1F
        }
    }
}
