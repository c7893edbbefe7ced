import Foundation
import JourneyBase
import JourneyCrypto

extension FuzzTarget {
    /// DER: accepted input that is written again from its tags and contents gives the same bytes.
    static let der = FuzzTarget(
        "der", seeds: issued.seeds + issued.lists.map(\.encoded) + [[0x30, 0x80], [0x30, 0x03, 0x02, 0x01, 0x00]]
    ) { input in
        guard var reader = try? DERReader(input[...]) else { return }
        while !reader.isAtEnd {
            guard let element = try? reader.next() else { return }
            promise(rewritten(element) == Array(element.encoded), "DER has one form")
        }
    }

    /// A certificate from a peer: only certificates of our authority are trusted. Input re-signed by the authority is checked
    /// against every rule that does not concern the signature.
    static let certificate = FuzzTarget("certificate", seeds: issued.seeds) { input in
        guard let certificate = try? Certificate(input) else { return }
        promise(certificate.encoded.elementsEqual(input), "a certificate is the bytes that came")
        if issued.trusts(certificate) {
            promise(
                issued.certificates.contains { $0.signedBytes.elementsEqual(certificate.signedBytes) },
                "only what was issued is trusted")
        }
        guard let signed = ResignedInput.body(of: input).flatMap({ try? Certificate($0) }), issued.trusts(signed) else {
            return
        }
        promise(signed.notBefore <= Fixed.time && Fixed.time <= signed.notAfter, "a time is kept")
        promise(signed.issuer.matches(issued.authority.certificate.subject), "the issuer is named")
        promise(signed.extendedKeyUsage?.contains(.serverAuth) == true, "a server says that it is one")
        promise(signed.keyUsage?.contains(.digitalSignature) == true, "its key may sign")
        promise(
            signed.extensions.allSatisfy { !$0.isCritical || IssuedSeeds.understood.contains($0.identifier) },
            "what is critical is understood")
        promise(Set(signed.extensions.map(\.identifier)).count == signed.extensions.count, "nothing is said twice")
    }

    /// A downloaded revocation list: only lists of the authority are used. Input re-signed by the authority is checked against
    /// every rule that does not concern the signature.
    static let revocationList = FuzzTarget("crl", seeds: issued.lists.map(\.encoded)) { input in
        guard let list = try? RevocationList(input) else { return }
        if issued.trusts(issued.leaf, by: list) {
            promise(
                issued.lists.contains { $0.signedBytes.elementsEqual(list.signedBytes) },
                "only the authority's list lets a certificate pass")
        }
        guard let signed = ResignedInput.body(of: input).flatMap({ try? RevocationList($0) }),
            issued.trusts(issued.leaf, by: signed)
        else { return }
        promise(signed.thisUpdate <= Fixed.time && Fixed.time <= signed.nextUpdate, "a list grows old")
        promise(signed.entry(for: issued.leaf) == nil, "a certificate on the list does not pass")
        promise(signed.issuer.matches(issued.authority.certificate.subject), "the issuer is named")
    }

    /// Writes the element again from its decoded form.
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

    private static let issued = Fixed.made { try IssuedSeeds() }
}
