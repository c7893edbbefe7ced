/// One extension as received.
package struct CertificateExtension: Sendable {
    package let identifier: OID
    /// Whoever does not understand it refuses the certificate.
    package let isCritical: Bool
    /// The DER inside the OCTET STRING.
    package let value: ArraySlice<UInt8>
    let depth: Int

    /// The most extensions that a certificate or a revocation list has here.
    private static let limit = 64

    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        identifier = try reader.next(.objectIdentifier).objectIdentifier()
        if let flag = try reader.optional(.boolean) {
            try flag.require(flag.boolean(), "a default value is written out")
            isCritical = true
        } else {
            isCritical = false
        }
        let octets = try reader.next(.octetString)
        value = octets.content
        depth = octets.depth
        try reader.end()
    }

    /// The extensions of a list, each there once.
    static func list(_ element: DERElement) throws(DERError) -> [CertificateExtension] {
        var found: [CertificateExtension] = []
        for part in try element.elements(.sequence, least: 1, limit: limit) {
            let next = try CertificateExtension(part)
            try part.require(
                !found.contains(where: { $0.identifier == next.identifier }), "an extension that is there twice")
            found.append(next)
        }
        return found
    }

    /// The one element that the value is.
    func element(_ tag: DERTag) throws(DERError) -> DERElement {
        var reader = DERReader(rest: value, depth: depth)
        let element = try reader.next(tag)
        try reader.end()
        return element
    }
}
