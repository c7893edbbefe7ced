import Foundation
import JourneyBase
import JourneyCBOR
import MobileDocument

@testable import JourneyCrypto

/// An authority and its document signer whose certificates can deviate from annex B and from DER in one place.
struct DeviatingIssuer {
    /// The changes of one certificate.
    struct Change {
        var extensions: [NewExtension]
        var lifetime: ClosedRange<TimeInterval>
        var state: String?
        var country = "UT"
        var serialNumber: [UInt8] = [1, 2, 3]
        /// Changes the encoded TBSCertificate before it is signed, without changing lengths.
        var patch: ([UInt8]) -> [UInt8] = { $0 }
    }

    private static let day = DocumentIssuerFixture.day
    private static let information: [NewExtension] = [
        .issuerAltName([.uri("https://utopia.example")]), .crlDistributionPoint("https://utopia.example/list"),
    ]

    let authorityKey = Fixtures.made { try P384PrivateKey.generate() }
    let signerKey = Fixtures.made { try P256PrivateKey.generate() }
    var authority = Change(
        extensions: [
            .basicConstraints(.init(isAuthority: true, pathLength: 0)), .keyUsage([.keyCertSign, .crlSign]),
        ] + information, lifetime: -100 * day...3_000 * day)
    var signer = Change(
        extensions: [.keyUsage(.digitalSignature), .extendedKeyUsage([.documentSigner], isCritical: true)]
            + information, lifetime: -10 * day...90 * day)

    func authorityBytes() throws -> [UInt8] { try bytes(authority, "IACA", spki: authorityKey.publicKey.spki) }

    func signerBytes() throws -> [UInt8] { try bytes(signer, "DS", spki: signerKey.publicKey.spki) }

    private func name(_ change: Change, _ common: String) throws -> DistinguishedName {
        var members: KeyValuePairs<OID, String> = [.country: change.country, .commonName: common]
        if let state = change.state {
            members = [.country: change.country, .stateOrProvince: state, .commonName: common]
        }
        return try DistinguishedName(members)
    }

    private func bytes(_ change: Change, _ common: String, spki: [UInt8]) throws -> [UInt8] {
        let now = DocumentIssuerFixture.now
        let content = CertificateContent(
            subject: try name(change, common), spki: spki, notBefore: now + change.lifetime.lowerBound,
            notAfter: now + change.lifetime.upperBound, extensions: change.extensions)
        let key = CertificateSigner(authorityKey)
        let body = CertificateBody(
            serialNumber: change.serialNumber, issuer: Array(try name(authority, "IACA").encoded), content: content,
            extensions: change.extensions + [
                .subjectKeyIdentifier(spki: spki),
                .authorityKeyIdentifier(NewExtension.keyIdentifier(spki: authorityKey.publicKey.spki)),
            ])
        return try key.signed(change.patch(body.encoded(algorithm: key.algorithm)))
    }

    /// Returns the report of a document of this issuer under a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - algorithm: The algorithm number in the issuer's signature; `nil` for that of the key.
    ///   - validity: The validity of the document.
    ///   - isTrusted: `false` to trust another authority only.
    func report(
        by policy: AcceptancePolicy, algorithm: Int64? = nil, protected: [CBORValue: CBORValue] = [:],
        at time: Date = DocumentIssuerFixture.now, isTrusted: Bool = true,
        _ change: (inout DocumentIssuer.Content) -> Void = { _ in }
    ) async throws -> DocumentReport {
        let shown = try await Presentation(nil, change)
        let payload = Array(shown.issued.issuerAuth.payload ?? [])
        let members = protected.merging([1: .integer(algorithm ?? -7)]) { $1 }
        let header = CBORValue.map(members).encoded
        let structure = CBORValue.array(["Signature1", .bytes(header), .bytes([]), .bytes(payload)]).encoded
        let auth = CBORValue.array([
            .bytes(header), [33: .bytes(try signerBytes())], .bytes(payload), .bytes(try signerKey.sign(structure)),
        ]).encoded
        var forged = try Forged(shown)
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        forged.issuerSigned = Forged.issuerSigned(
            selection.nameSpaces.map { ($0.name, $0.items.map { Array($0.encoded) }) }, auth: auth)
        let anchor =
            try isTrusted ? Certificate.tolerant(authorityBytes()) : shown.office.authority.authority.certificate
        let verifier = DocumentVerifier(trust: try IssuerTrust([anchor]), policy: policy)
        return try shown.report(try await forged.response(), by: verifier, at: time).documents[0]
    }
}

extension DocumentReport {
    /// The failures except that no revocation list was given, which some policies refuse.
    var ownFailures: [String] { failures.filter { $0 != "issuer-revocation CERT_REVOCATION_UNKNOWN" } }

    /// The warnings except that no revocation list was given.
    var ownWarnings: [AcceptanceWarning] { warnings.filter { $0.check != .revocation } }
}
