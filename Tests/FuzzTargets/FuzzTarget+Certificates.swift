import Foundation
import JourneyBase
import JourneyCrypto

extension FuzzTarget {
    /// DER: what is accepted, written again from its tags and contents, gives the same bytes.
    static let der = FuzzTarget("der", seeds: issued.seeds + [[0x30, 0x80], [0x30, 0x03, 0x02, 0x01, 0x00]]) { input in
        guard var reader = try? DERReader(input[...]) else { return }
        while !reader.isAtEnd {
            guard let element = try? reader.next() else { return }
            promise(rewritten(element) == Array(element.encoded), "DER has one form")
        }
    }

    /// A certificate as a peer sends it: only what our authority issued is ever trusted.
    static let certificate = FuzzTarget("certificate", seeds: issued.seeds) { input in
        guard let certificate = try? Certificate(input) else { return }
        promise(certificate.encoded.elementsEqual(input), "a certificate is the bytes that came")
        let validator = CertificateValidator(anchors: issued.anchors, profile: .tlsServer)
        guard (try? validator.validate(certificate, at: issued.time)) != nil else { return }
        promise(issued.seeds.contains(input), "only what was issued is trusted")
    }

    /// A revocation list as it is fetched: only what the authority signed says anything about a certificate.
    static let revocationList = FuzzTarget("crl", seeds: [issued.list]) { input in
        guard let list = try? RevocationList(input), let leaf = try? Certificate(issued.seeds[0]) else { return }
        let validator = CertificateValidator(
            anchors: issued.anchors, profile: .tlsServer, revocation: .required)
        let isGood = (try? validator.validate(leaf, at: issued.time, revocationLists: [list])) != nil
        promise(!isGood || input == issued.list, "only the authority's list lets a certificate pass")
    }

    /// The element again, from what it says.
    private static func rewritten(_ element: DERElement) -> [UInt8] {
        var writer = DERWriter()
        guard element.tag.rawValue & 0x20 != 0, var reader = try? element.reader() else {
            writer.element(element.tag, element.content)
            return writer.bytes
        }
        var content: [UInt8] = []
        while !reader.isAtEnd {
            guard let inner = try? reader.next() else {
                writer.element(element.tag, element.content)
                return writer.bytes
            }
            content += rewritten(inner)
        }
        writer.element(element.tag, content)
        return writer.bytes
    }

    /// An authority of this process, what it issued and what it revoked.
    private static let issued: Issued = {
        guard let issued = try? Issued() else { preconditionFailure("no authority") }
        return issued
    }()
}

private struct Issued {
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let anchors: [TrustAnchor]
    let seeds: [[UInt8]]
    let list: [UInt8]

    init() throws {
        let time = time
        let name = try DistinguishedName([.commonName: "Fuzz Root"])
        let authority = try CertificateAuthority.root(
            subject: name, signer: CertificateSigner(P256PrivateKey.generate()), notBefore: time - 86_400,
            notAfter: time + 86_400)
        let key = try P256PrivateKey.generate()
        func leaf(_ names: [String]) throws -> Certificate {
            try authority.issue(
                CertificateContent(
                    subject: DistinguishedName([.commonName: names[0]]), spki: key.publicKey.spki,
                    notBefore: time - 3_600,
                    notAfter: time + 3_600,
                    extensions: [
                        .keyUsage(.digitalSignature), .subjectAltName(names.map { .dns($0) }),
                        .extendedKeyUsage([OID.serverAuth]),
                    ]))
        }
        let certificates = try [leaf(["bank.example"]), leaf(["a.example", "*.b.example"]), authority.certificate]
        anchors = try [TrustAnchor(authority.certificate)]
        seeds = certificates.map { Array($0.encoded) }
        let revoked = CertificateAuthority.Revocation(
            serialNumber: Array(certificates[1].serialNumber), date: time - 60)
        let signed = try authority.revocationList(
            of: [revoked], number: 1, thisUpdate: time - 60, nextUpdate: time + 3_600)
        list = Array(signed.encoded)
    }
}
