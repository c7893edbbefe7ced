public import Foundation
public import JourneyCrypto

/// An issuing authority of documents, the IACA: its self-signed certificate and the certificates that it issues
/// (ISO/IEC 18013-5, annex B).
public struct DocumentAuthority: Sendable {
    /// The name of an authority or a signer.
    public struct Name: Sendable {
        var commonName: String
        /// The country: two capital letters of ISO 3166-1.
        package var country: String
        /// The state or province, by ISO 3166-2.
        package var state: String?
        var organization: String?

        /// Creates a name.
        ///
        /// - Parameters:
        ///   - commonName: The common name.
        ///   - country: The country: two capital letters of ISO 3166-1.
        ///   - state: The state or province, by ISO 3166-2; `nil` for none.
        ///   - organization: The organization; `nil` for none.
        public init(commonName: String, country: String, state: String? = nil, organization: String? = nil) {
            self.commonName = commonName
            self.country = country
            self.state = state
            self.organization = organization
        }
    }

    /// The maximum validity of an authority's certificate: 20 years (annex B.1.2).
    static let longestAuthority: TimeInterval = 20 * 366 * 86_400
    /// The maximum validity of a document signer's certificate: 457 days (annex B.1.4).
    package static let longestSigner: TimeInterval = 457 * 86_400

    /// The authority's certificate and key, which also sign revocation lists.
    public let authority: CertificateAuthority
    private let contact: String
    private let revocationList: String

    /// Creates an authority from an existing certificate and key. Issued certificates contain `contact`, an email
    /// address or URI, and `revocationList`, the URI of the revocation list.
    init(_ authority: CertificateAuthority, contact: String, revocationList: String) {
        self.authority = authority
        self.contact = contact
        self.revocationList = revocationList
    }

    /// Creates an authority with a self-signed certificate.
    ///
    /// - Parameters:
    ///   - name: The authority's name.
    ///   - signer: The authority's key.
    ///   - notBefore: The start of the validity.
    ///   - notAfter: The end of the validity, at most 20 years later.
    ///   - contact: An email address or URI.
    ///   - revocationList: The URI of the revocation list.
    ///   - random: The source of random bytes.
    /// - Returns: The authority.
    /// - Throws: `IssuingError`: `MDOC_VALIDITY` or `MDOC_CERTIFICATE`.
    public static func create(
        _ name: Name, signer: CertificateSigner, notBefore: Date, notAfter: Date, contact: String,
        revocationList: String, random: @escaping @Sendable (Int) -> [UInt8] = CertificateAuthority.random
    ) throws(IssuingError) -> DocumentAuthority {
        try check(notBefore, notAfter, longest: longestAuthority, "the authority")
        let subject = try subject(of: name)
        do throws(CryptoError) {
            let authority = try CertificateAuthority.root(
                subject: subject, signer: signer, notBefore: notBefore, notAfter: notAfter, pathLength: 0,
                extensions: extensions(contact, revocationList), random: random)
            return DocumentAuthority(authority, contact: contact, revocationList: revocationList)
        } catch {
            throw IssuingError(.certificate, at: "the authority", "the certificate cannot be encoded or read back")
        }
    }

    /// Issues a document signer's certificate.
    ///
    /// - Parameters:
    ///   - name: The signer's name, with the authority's country.
    ///   - spki: The signer's public key.
    ///   - notBefore: The start of the validity.
    ///   - notAfter: The end of the validity, at most 457 days later and within the authority's.
    /// - Returns: The certificate.
    /// - Throws: `IssuingError`: `MDOC_VALIDITY` or `MDOC_CERTIFICATE`.
    public func documentSigner(
        _ name: Name, spki: [UInt8], notBefore: Date, notAfter: Date
    ) throws(IssuingError) -> Certificate {
        let own = authority.certificate
        guard [name.country] == own.subject.values(of: .country) else {
            throw IssuingError(.certificate, at: "the signer", "the country is not the authority's")
        }
        let states = own.subject.values(of: .stateOrProvince)
        try IssuingError.require(
            states.isEmpty || states == [name.state], .certificate, at: "the signer",
            "the state is not the authority's")
        guard notBefore >= own.notBefore, notAfter <= own.notAfter else {
            throw IssuingError(.validity, at: "the signer", "the validity exceeds the authority's")
        }
        return try issue(name, spki: spki, notBefore, notAfter, purpose: .documentSigner, "the signer")
    }

    /// Issues a certificate for a signer of authority lists (annex C.1.7.2). Throws `IssuingError`.
    package func vicalSigner(
        _ name: Name, spki: [UInt8], notBefore: Date, notAfter: Date
    ) throws(IssuingError) -> Certificate {
        try issue(name, spki: spki, notBefore, notAfter, purpose: .vicalSigner, "the VICAL signer")
    }

    private func issue(
        _ name: Name, spki: [UInt8], _ notBefore: Date, _ notAfter: Date, purpose: OID, _ place: String
    ) throws(IssuingError) -> Certificate {
        try Self.check(notBefore, notAfter, longest: Self.longestSigner, place)
        let content = CertificateContent(
            subject: try Self.subject(of: name), spki: spki, notBefore: notBefore, notAfter: notAfter,
            extensions: [
                .keyUsage(.digitalSignature), .extendedKeyUsage([purpose], isCritical: true),
            ] + Self.extensions(contact, revocationList))
        do throws(CryptoError) { return try authority.issue(content) } catch {
            throw IssuingError(.certificate, at: place, "the certificate cannot be encoded or read back")
        }
    }

    private static func check(
        _ notBefore: Date, _ notAfter: Date, longest: TimeInterval, _ place: String
    ) throws(IssuingError) {
        guard notAfter > notBefore, notAfter.timeIntervalSince(notBefore) <= longest else {
            throw IssuingError(.validity, at: place, "the validity is empty or longer than the standard allows")
        }
    }

    private static func subject(of name: Name) throws(IssuingError) -> DistinguishedName {
        guard name.country.utf8.count == 2, name.country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw IssuingError(.certificate, at: "the country", "not two capital letters (ISO 3166-1)")
        }
        do {
            return switch (name.state, name.organization) {
            case (let state?, let organization?):
                try DistinguishedName([
                    .country: name.country, .stateOrProvince: state, .organization: organization,
                    .commonName: name.commonName,
                ])
            case (let state?, nil):
                try DistinguishedName([
                    .country: name.country, .stateOrProvince: state, .commonName: name.commonName,
                ])
            case (nil, let organization?):
                try DistinguishedName([
                    .country: name.country, .organization: organization, .commonName: name.commonName,
                ])
            case (nil, nil):
                try DistinguishedName([.country: name.country, .commonName: name.commonName])
            }
        } catch { throw IssuingError(.certificate, at: "the name", "a part of the name cannot be encoded") }
    }

    private static func extensions(_ contact: String, _ revocationList: String) -> [NewExtension] {
        let name: GeneralName = contact.contains("://") ? .uri(contact) : .email(contact)
        return [.issuerAltName([name]), .crlDistributionPoint(revocationList)]
    }
}
