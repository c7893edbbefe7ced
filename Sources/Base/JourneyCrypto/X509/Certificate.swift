package import Foundation

/// An X.509 certificate (RFC 5280, section 4.1), read strictly and kept as received.
///
/// Reading it checks its form, not who signed it: `CertificateValidator` does that. A class, because paths hand the same
/// certificate around and nothing of it ever changes.
public final class Certificate: Sendable {
    /// The whole certificate, as received.
    package let encoded: [UInt8]
    /// What is signed: the bytes of the inner part, as received.
    package let signedBytes: ArraySlice<UInt8>
    /// The signature over `signedBytes`.
    let signature: ArraySlice<UInt8>
    /// The algorithm of the signature; inside and outside say the same.
    let signatureAlgorithm: AlgorithmIdentifier
    /// 1, 2 or 3.
    let version: Int
    /// At most 20 bytes, as its INTEGER holds them. Some issuers give numbers that are zero or negative, which RFC 5280,
    /// section 4.1.2.2, forbids them and asks others to bear.
    package let serialNumber: ArraySlice<UInt8>
    /// Who signed.
    public let issuer: DistinguishedName
    /// Whose key it is.
    package let subject: DistinguishedName
    /// Valid from then on.
    package let notBefore: Date
    /// The end of the validity.
    package let notAfter: Date
    /// The SubjectPublicKeyInfo, as received.
    package let spki: ArraySlice<UInt8>
    let known: CertificateExtensions

    /// The longest certificate that is read, in bytes.
    static let longest = 64 << 10

    /// The certificate that these bytes are, and nothing else. Throws `DERError`, which tells the rule and the place.
    package init(_ bytes: [UInt8]) throws(DERError) {
        let whole = try DERReader.element(.sequence, in: bytes[...], limits: DERLimits(bytes: Certificate.longest))
        var outer = try whole.reader()
        let inner = try outer.next(.sequence)
        let algorithm = try AlgorithmIdentifier(try outer.next(.sequence))
        signature = try outer.next(.bitString).wholeBitString()
        try outer.end()

        var reader = try inner.reader()
        version = try Certificate.version(&reader)
        serialNumber = try Certificate.serialNumber(try reader.next(.integer))
        let innerAlgorithm = try reader.next(.sequence)
        try innerAlgorithm.require(innerAlgorithm.encoded == algorithm.encoded, "two signature algorithms that differ")
        let issuerName = try reader.next(.sequence)
        issuer = try DistinguishedName(issuerName)
        guard !issuer.isEmpty else { throw DERError(.notAllowed, at: issuerName.offset, "an issuer without a name") }
        let validity = try reader.next(.sequence).elements(limit: 2)
        try DERError.require(validity.count == 2, .notAllowed, at: reader.offset, "a validity without beginning or end")
        notBefore = try validity[0].time()
        notAfter = try validity[1].time()
        try validity[0].require(notBefore <= notAfter, "a validity that ends before it begins")
        subject = try DistinguishedName(try reader.next(.sequence))
        let key = try reader.next(.sequence)
        var keyReader = try key.reader()
        _ = try AlgorithmIdentifier(try keyReader.next(.sequence))
        _ = try keyReader.next(.bitString).wholeBitString()
        try keyReader.end()
        known = try Certificate.extensions(&reader, version: version)
        try reader.end()

        spki = key.encoded
        encoded = bytes
        signedBytes = inner.encoded
        signatureAlgorithm = algorithm
    }

    private static func version(_ reader: inout DERReader) throws(DERError) -> Int {
        guard let explicit = try reader.optional(.context(0, isConstructed: true)) else { return 1 }
        var inside = try explicit.reader()
        let number = try inside.next(.integer).integer(in: 1...2)
        try inside.end()
        return number + 1
    }

    static func serialNumber(_ element: DERElement) throws(DERError) -> ArraySlice<UInt8> {
        let digits = try element.integer()
        guard digits.count <= 20 else { throw DERError(.notAllowed, at: element.offset, "a serial number too long") }
        return digits
    }

    private static func extensions(
        _ reader: inout DERReader, version: Int
    ) throws(DERError) -> CertificateExtensions {
        for number: UInt8 in 1...2 {
            guard let identifier = try reader.optional(.context(number, isConstructed: false)) else { continue }
            try identifier.require(version >= 2, "a unique identifier in version 1")
            _ = try identifier.bitString()
        }
        guard let explicit = try reader.optional(.context(3, isConstructed: true)) else {
            return CertificateExtensions()
        }
        try explicit.require(version == 3, "extensions before version 3")
        var inside = try explicit.reader()
        let list = try inside.next(.sequence)
        try inside.end()
        return try CertificateExtensions(CertificateExtension.list(list))
    }
}

extension Certificate: Hashable {
    public static func == (a: Certificate, b: Certificate) -> Bool { a === b || a.encoded == b.encoded }
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
