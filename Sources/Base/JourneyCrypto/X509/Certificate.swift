package import Foundation

/// An X.509 certificate (RFC 5280, section 4.1), parsed strictly and stored as received.
///
/// Parsing checks the form only; `CertificateValidator` checks the signature and the path. A class, because paths share the same
/// immutable certificate.
public final class Certificate: Sendable {
    /// The complete certificate, as received.
    package let encoded: [UInt8]
    /// The TBSCertificate, as received.
    package let signedBytes: ArraySlice<UInt8>
    /// The signature over `signedBytes`.
    let signature: ArraySlice<UInt8>
    /// The algorithm of the signature; its inner and outer identifiers are equal.
    let signatureAlgorithm: AlgorithmIdentifier
    /// The version: 1, 2 or 3.
    let version: Int
    /// The serial number in the form of its INTEGER's content, at most 20 bytes. Zero and negative numbers are accepted: RFC
    /// 5280, section 4.1.2.2, forbids issuers to use them, but asks verifiers to handle them.
    package let serialNumber: ArraySlice<UInt8>
    /// The issuer's name.
    public let issuer: DistinguishedName
    /// The subject's name.
    package let subject: DistinguishedName
    /// The start of the validity.
    package let notBefore: Date
    /// The end of the validity.
    package let notAfter: Date
    /// The SubjectPublicKeyInfo, as received.
    package let spki: ArraySlice<UInt8>
    let known: CertificateExtensions
    /// The departures from DER and RFC 5280 that `tolerant` accepted, the first of each kind; empty for other certificates.
    package let deviations: [DERError]

    /// The longest certificate accepted, in bytes.
    static let longest = 64 << 10

    /// Parses a certificate; trailing bytes are refused. Throws `DERError` with the broken rule and the offset.
    package convenience init(_ bytes: [UInt8]) throws(DERError) {
        try self.init(bytes, leniency: [], deviations: [])
    }

    /// Parses a certificate that need not be in DER: with a BOOLEAN other than 00 and FF, named bits with trailing zeros,
    /// encoded defaults, a serial number of up to 32 bytes, or a malformed extension that isn't critical and grants
    /// nothing. Such an extension counts as absent. `deviations` lists what was accepted, and the caller's policy decides.
    ///
    /// Signatures cover the bytes as received. Throws `DERError` for everything else.
    package static func tolerant(_ bytes: [UInt8]) throws(DERError) -> Certificate {
        var leniency: DERLeniency = []
        var deviations: [DERError] = []
        while true {
            do throws(DERError) { return try Certificate(bytes, leniency: leniency, deviations: deviations) } catch {
                guard let next = DERLeniency.candidates(for: error.reason).first(where: { !leniency.contains($0) })
                else { throw error }
                leniency.insert(next)
                if deviations.last != error { deviations.append(error) }
            }
        }
    }

    private init(_ bytes: [UInt8], leniency: DERLeniency, deviations: [DERError]) throws(DERError) {
        self.deviations = deviations
        var input = try DERReader(bytes[...], limits: DERLimits(bytes: Certificate.longest), leniency: leniency)
        let whole = try input.next(.sequence)
        try input.end()
        var outer = try whole.reader()
        let inner = try outer.next(.sequence)
        let algorithm = try AlgorithmIdentifier(try outer.next(.sequence))
        signature = try outer.next(.bitString).wholeBitString()
        try outer.end()

        var reader = try inner.reader()
        version = try Certificate.version(&reader)
        serialNumber = try Certificate.serialNumber(try reader.next(.integer))
        let innerAlgorithm = try reader.next(.sequence)
        try innerAlgorithm.require(
            innerAlgorithm.encoded == algorithm.encoded, "the inner and outer signature algorithms differ")
        let issuerName = try reader.next(.sequence)
        issuer = try DistinguishedName(issuerName)
        guard !issuer.isEmpty else { throw DERError(.notAllowed, at: issuerName.offset, "the issuer's name is empty") }
        let validity = try reader.next(.sequence).elements(limit: 2)
        try DERError.require(
            validity.count == 2, .notAllowed, at: reader.offset, "the validity does not have exactly two times")
        notBefore = try validity[0].time()
        notAfter = try validity[1].time()
        try validity[0].require(notBefore <= notAfter, "the validity ends before it begins")
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
        guard digits.count <= (element.leniency.contains(.longSerialNumbers) ? 32 : 20) else {
            throw DERError(.notAllowed, at: element.offset, "the serial number is longer than 20 bytes")
        }
        return digits
    }

    private static func extensions(
        _ reader: inout DERReader, version: Int
    ) throws(DERError) -> CertificateExtensions {
        for number: UInt8 in 1...2 {
            guard let identifier = try reader.optional(.context(number, isConstructed: false)) else { continue }
            try identifier.require(version >= 2, "a unique identifier requires version 2 or 3")
            _ = try identifier.bitString()
        }
        guard let explicit = try reader.optional(.context(3, isConstructed: true)) else {
            return CertificateExtensions()
        }
        try explicit.require(version == 3, "extensions require version 3")
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
