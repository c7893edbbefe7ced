import Foundation
import JourneyCrypto

/// An authority with its issued and revoked certificates; the same in every run except for the signatures.
struct IssuedSeeds {
    let authority: CertificateAuthority
    let certificates: [Certificate]
    let lists: [RevocationList]
    private let validator: CertificateValidator

    /// The critical extensions that path validation processes (RFC 5280, section 4.2.1).
    static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAltName, .nameConstraints, .certificatePolicies,
        .crlDistributionPoints,
    ]

    /// A server's certificate, which only the last of the lists revokes.
    var leaf: Certificate { certificates[0] }
    var seeds: [[UInt8]] { certificates.map(\.encoded) }

    init() throws {
        let authority = try IssuedSeeds.authority(named: "Fuzz Root")
        let leaf = try IssuedSeeds.leaf(["bank.example"], by: authority)
        let other = try IssuedSeeds.leaf(["a.example", "*.b.example"], by: authority, IssuedSeeds.manyExtensions)
        certificates = [leaf, other, authority.certificate]
        lists = try [[other], [], [other, leaf]].map { revoked in
            try authority.revocationList(
                of: revoked.map {
                    .init(serialNumber: Array($0.serialNumber), date: Fixed.time - 60, reason: 1)
                }, number: 1, thisUpdate: Fixed.time - 60, nextUpdate: Fixed.time + 3_600)
        }
        validator = CertificateValidator(anchors: [try TrustAnchor(authority.certificate)], profile: .tlsServer)
        self.authority = authority
    }

    /// Returns `true` if a server may present `certificate`, and `list`, if given, does not revoke it.
    func trusts(_ certificate: Certificate, by list: RevocationList? = nil) -> Bool {
        var validator = validator
        validator.revocation = list == nil ? .notChecked : .required
        return (try? validator.validate(certificate, at: Fixed.time, revocationLists: list.map { [$0] } ?? [])) != nil
    }

    static func authority(named name: String) throws -> CertificateAuthority {
        try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: name]), signer: CertificateSigner(Fixed.signer),
            notBefore: Fixed.time - 86_400, notAfter: Fixed.time + 86_400, random: Fixed.numbers)
    }

    private static func leaf(
        _ names: [String], by authority: CertificateAuthority, _ more: [NewExtension] = []
    ) throws -> Certificate {
        try authority.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: names[0]]), spki: Fixed.subject.publicKey.spki,
                notBefore: Fixed.time - 3_600, notAfter: Fixed.time + 3_600,
                extensions: [
                    .keyUsage(.digitalSignature), .subjectAltName(names.map { .dns($0) }),
                    .extendedKeyUsage([.serverAuth]),
                ] + more, serialNumber: Array(names[0].utf8.prefix(20))))
    }

    /// Rare extensions, so that their parsers are reached.
    private static let manyExtensions: [NewExtension] = [
        .basicConstraints(BasicConstraints(isAuthority: false)), .crlDistributionPoint("https://bank.example/list"),
        .issuerAltName([.email("a@b.example"), .uri("https://b.example/"), .ip([127, 0, 0, 1])]),
        NewExtension(.certificatePolicies) { writer in
            writer.sequence { writer in
                writer.sequence { $0.objectIdentifier(OID(1, 2, 3, 4)) }
            }
        },
    ]
}
