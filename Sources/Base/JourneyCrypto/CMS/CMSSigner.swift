import Foundation

/// The SignerInfo of the message's single signer (RFC 5652, section 5.3).
struct CMSSigner: Sendable {
    /// The two ways to identify the signer's certificate.
    enum Identifier: Sendable {
        case issuer(DistinguishedName, serialNumber: ArraySlice<UInt8>)
        case subjectKey([UInt8])

        func names(_ certificate: Certificate) -> Bool {
            switch self {
            case .issuer(let name, let number):
                number == certificate.serialNumber && name.matches(certificate.issuer)
            case .subjectKey(let identifier): identifier == certificate.subjectKeyIdentifier
            }
        }
    }

    let identifier: Identifier
    let digestAlgorithm: AlgorithmIdentifier
    let signatureAlgorithm: AlgorithmIdentifier
    let signature: ArraySlice<UInt8>
    /// The attributes in the form that is signed: a SET OF, regardless of the tag in the message.
    let signedBytes: [UInt8]
    let messageDigest: [UInt8]
    let signingTime: Date?

    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        let version = try reader.next(.integer).integer(in: 1...3)
        if version == 1 {
            var name = try reader.enter(.sequence)
            let issuer = try DistinguishedName(try name.next(.sequence))
            identifier = .issuer(issuer, serialNumber: try Certificate.serialNumber(try name.next(.integer)))
            try name.end()
        } else {
            guard version == 3 else {
                throw DERError(.notAllowed, at: element.offset, "the signer info is of version 2")
            }
            identifier = .subjectKey(Array(try reader.next(.context(0, isConstructed: false)).content))
        }
        digestAlgorithm = try AlgorithmIdentifier(try reader.next(.sequence))
        // Without signed attributes, a content could be crafted that equals another message's attributes.
        let attributes = try reader.next(.context(0, isConstructed: true))
        signatureAlgorithm = try AlgorithmIdentifier(try reader.next(.sequence))
        signature = try reader.next(.octetString).content
        // Unsigned attributes, such as time stamps, are ignored.
        _ = try reader.optional(.context(1, isConstructed: true))
        try reader.end()

        signedBytes = [DERTag.set.rawValue] + attributes.encoded.dropFirst()
        var read = try SignedAttributes(attributes)
        let contentType = try read.take(.contentType, .objectIdentifier)?.objectIdentifier()
        try attributes.require(contentType == .cmsData, "the content type attribute is missing or not data")
        let digest = try attributes.require(
            read.take(.messageDigest, .octetString), "the message digest attribute is missing")
        messageDigest = Array(digest.content)
        signingTime = try read.take(.signingTime)?.time()
    }
}

/// Signed attributes: a SET OF in DER order, each type at most once (RFC 5652, sections 5.3 and 11).
private struct SignedAttributes {
    private var values: [OID: [DERElement]] = [:]
    private let offset: Int

    init(_ element: DERElement) throws(DERError) {
        offset = element.offset
        var last: ArraySlice<UInt8> = []
        for part in try element.elements(.sequence, least: 1, limit: 32) {
            try part.require(
                last.lexicographicallyPrecedes(part.encoded), "the attributes are not in DER order", .badOrder)
            last = part.encoded
            var reader = try part.reader()
            let type = try reader.next(.objectIdentifier).objectIdentifier()
            try part.require(values[type] == nil, "duplicate attribute")
            values[type] = try reader.next(.set).elements(least: 1, limit: 32)
            try reader.end()
        }
    }

    /// Removes the attribute and returns its single value, or `nil` when it is absent.
    mutating func take(_ type: OID, _ tag: DERTag? = nil) throws(DERError) -> DERElement? {
        guard let found = values[type] else { return nil }
        guard found.count == 1, tag == nil || found[0].tag == tag else {
            throw DERError(.notAllowed, at: offset, "the attribute does not have exactly one value of its type")
        }
        return found[0]
    }
}
