/// One extension as received.
package struct CertificateExtension: Sendable {
    package let identifier: OID
    /// `true` if verifiers that do not support the extension must refuse the certificate.
    package let isCritical: Bool
    /// The DER inside the OCTET STRING.
    package let value: ArraySlice<UInt8>
    let depth: Int
    let leniency: DERLeniency

    /// The maximum number of extensions of a certificate or revocation list.
    private static let limit = 64

    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        identifier = try reader.next(.objectIdentifier).objectIdentifier()
        if let flag = try reader.optional(.boolean) {
            isCritical = try flag.flag()
        } else {
            isCritical = false
        }
        let octets = try reader.next(.octetString)
        value = octets.content
        depth = octets.depth
        leniency = octets.leniency
        try reader.end()
    }

    /// Parses a list of extensions without duplicates.
    static func list(_ element: DERElement) throws(DERError) -> [CertificateExtension] {
        var found: [CertificateExtension] = []
        for part in try element.elements(.sequence, least: 1, limit: limit) {
            let next = try CertificateExtension(part)
            try part.require(
                !found.contains(where: { $0.identifier == next.identifier }), "duplicate extension")
            found.append(next)
        }
        return found
    }

    /// Returns the single element of the value.
    func element(_ tag: DERTag) throws(DERError) -> DERElement {
        var reader = DERReader(rest: value, depth: depth, leniency: leniency)
        let element = try reader.next(tag)
        try reader.end()
        return element
    }
}

extension DERElement {
    /// Decodes a BOOLEAN whose default is false, and which DER therefore encodes only when it is true.
    func flag() throws(DERError) -> Bool {
        let value = try boolean()
        try require(value || leniency.contains(.encodedDefaults), "a default value is encoded")
        return value
    }
}
