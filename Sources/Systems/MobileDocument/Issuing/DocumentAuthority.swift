public import Foundation
public import JourneyCrypto

/// An issuing authority of documents, the IACA: its self-signed certificate, and what it issues (ISO/IEC 18013-5, annex B).
public struct DocumentAuthority: Sendable {
    /// Who an authority or a signer is.
    public struct Name: Sendable {
        var commonName: String
        /// Two letters of ISO 3166-1, in capitals.
        package var country: String
        /// As ISO 3166-2 names it.
        package var state: String?
        var organization: String?

        public init(commonName: String, country: String, state: String? = nil, organization: String? = nil) {
            self.commonName = commonName
            self.country = country
            self.state = state
            self.organization = organization
        }
    }

    /// The longest time that an authority's certificate is good: 20 years (annex B.1.2).
    static let longestAuthority: TimeInterval = 20 * 366 * 86_400
    /// The longest time that a document signer's is good: 457 days (annex B.1.4).
    package static let longestSigner: TimeInterval = 457 * 86_400

    /// Its certificate and key, which sign revocation lists too.
    public let authority: CertificateAuthority
    private let contact: String
    private let revocationList: String

    /// An authority that exists already. `contact` is an address or a URI for people, `revocationList` where its list is to
    /// be had; both stand in what it issues.
    init(_ authority: CertificateAuthority, contact: String, revocationList: String) {
        self.authority = authority
        self.contact = contact
        self.revocationList = revocationList
    }

    /// A new authority with a certificate signed by itself. Throws `IssuingError`.
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
        } catch { throw IssuingError(.certificate, at: "the authority", "a certificate that nothing would read") }
    }

    /// A certificate for a signer of documents whose key is `spki`. The country is the authority's own, and so has the name's
    /// to be. Throws `IssuingError`.
    public func documentSigner(
        _ name: Name, spki: [UInt8], notBefore: Date, notAfter: Date
    ) throws(IssuingError) -> Certificate {
        let own = authority.certificate
        guard [name.country] == own.subject.values(of: .country) else {
            throw IssuingError(.certificate, at: "the signer", "of another country than its authority")
        }
        let states = own.subject.values(of: .stateOrProvince)
        try IssuingError.require(
            states.isEmpty || states == [name.state], .certificate, at: "the signer",
            "of another state than its authority")
        guard notBefore >= own.notBefore, notAfter <= own.notAfter else {
            throw IssuingError(.validity, at: "the signer", "good when its authority is not")
        }
        return try issue(name, spki: spki, notBefore, notAfter, purpose: .documentSigner, "the signer")
    }

    /// A certificate for who signs lists of authorities (annex C.1.7.2), below this one. Throws `IssuingError`.
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
            throw IssuingError(.certificate, at: place, "a certificate that nothing would read")
        }
    }

    private static func check(
        _ notBefore: Date, _ notAfter: Date, longest: TimeInterval, _ place: String
    ) throws(IssuingError) {
        guard notAfter > notBefore, notAfter.timeIntervalSince(notBefore) <= longest else {
            throw IssuingError(.validity, at: place, "no time, or longer than the standard allows")
        }
    }

    private static func subject(of name: Name) throws(IssuingError) -> DistinguishedName {
        guard name.country.utf8.count == 2, name.country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw IssuingError(.certificate, at: "the country", "not two capital letters")
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
        } catch { throw IssuingError(.certificate, at: "the name", "a text that no name may hold") }
    }

    private static func extensions(_ contact: String, _ revocationList: String) -> [NewExtension] {
        let name: GeneralName = contact.contains("://") ? .uri(contact) : .email(contact)
        return [.issuerAltName([name]), .crlDistributionPoint(revocationList)]
    }
}
