import Foundation
import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Revocation lists")
struct RevocationListTests {
    private let now = TestChain.now

    private func authority() throws -> CertificateAuthority {
        try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Root"]), signer: TestKeys.p256(0), notBefore: now - 100,
            notAfter: now + 1_000)
    }

    private func body(
        _ change: (inout RevocationBody) -> Void = { _ in }
    ) throws -> (bytes: [UInt8], authority: CertificateAuthority) {
        let authority = try authority()
        var body = RevocationBody(
            issuer: Array(authority.certificate.subject.encoded),
            authorityKey: try #require(authority.certificate.subjectKeyIdentifier),
            number: 1, thisUpdate: now - 10, nextUpdate: now + 10,
            revocations: [.init(serialNumber: [9], date: now - 20, reason: 1)], extensions: [])
        change(&body)
        return (try authority.signer.signed(body.encoded(algorithm: authority.signer.algorithm)), authority)
    }

    @Test("every part of a list is read")
    func parts() throws {
        let list = try RevocationList(body().bytes)
        #expect(list.issuer.values(of: .commonName) == ["Root"])
        #expect(list.thisUpdate == now - 10)
        #expect(list.nextUpdate == now + 10)
        #expect(list.revoked == [[9]: .init(date: now - 20, reason: 1)])
        #expect(list.number.map { Array($0) } == [1])
        #expect(list.authorityKeyIdentifier?.keyIdentifier != nil)
        #expect(try RevocationList(body { $0.revocations = [] }.bytes).revoked.isEmpty)
    }

    @Test(
        "critical extensions of the list are refused: delta, partial, unknown",
        arguments: [[2, 5, 29, 27], [2, 5, 29, 28], [1, 2, 3]])
    func critical(arcs: [UInt64]) throws {
        let identifier = try #require(OID(arcs.map { "\($0)" }.joined(separator: ".")))
        func bytes(isCritical: Bool) throws -> [UInt8] {
            try body { $0.extensions = [NewExtension(identifier, isCritical: isCritical) { $0.integer(1) }] }.bytes
        }
        #expect(throws: DERError.self) { try RevocationList(bytes(isCritical: true)) }
        #expect(throws: Never.self) { try RevocationList(bytes(isCritical: false)) }
    }

    @Test(
        "reasons that only other kinds of list have are refused",
        arguments: [(0, true), (1, true), (6, true), (7, false), (8, false), (10, true), (11, false)])
    func reasons(reason: Int, isGood: Bool) throws {
        let bytes = try body { $0.revocations[0].reason = reason }.bytes
        #expect(((try? RevocationList(bytes)) != nil) == isGood)
    }

    @Test("a list without nextUpdate, of version 1, truncated or extended is refused")
    func form() throws {
        let (good, authority) = try body()
        #expect(throws: DERError.self) { try RevocationList(good + [0]) }
        for count in stride(from: 0, to: good.count, by: 5) {
            #expect(throws: DERError.self) { try RevocationList(Array(good.prefix(count))) }
        }
        for hasVersion in [true, false] {
            let inner = DERWriter.bytes { writer in
                writer.sequence { writer in
                    if hasVersion { writer.integer(1) }
                    writer.raw(authority.signer.algorithm)
                    writer.raw(authority.certificate.subject.encoded)
                    writer.time(now - 10)
                    if !hasVersion { writer.time(now + 10) }
                }
            }
            let bytes = try authority.signer.signed(inner)
            #expect(throws: DERError.self) { try RevocationList(bytes) }
        }
    }

    private func leaf(_ authority: CertificateAuthority, number: [UInt8]) throws -> Certificate {
        let key = try TestKeys.p256(3)
        return try authority.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: "Leaf"]), spki: key.spki, notBefore: now - 50,
                notAfter: now + 50,
                extensions: [.keyUsage(.digitalSignature)], serialNumber: number))
    }

    private func reason(
        _ policy: RevocationPolicy, _ number: [UInt8] = [5], lists: [[UInt8]]
    ) throws -> CertificateError.Reason? {
        let authority = try authority()
        let validator = CertificateValidator(
            anchors: [try TrustAnchor(authority.certificate)], profile: .signer, revocation: policy)
        do {
            _ = try validator.validate(
                leaf(authority, number: number), at: now, revocationLists: lists.map { try RevocationList($0) })
            return nil
        } catch let error as CertificateError { return error.reason }
    }

    @Test("the policy decides whether a list is required, and an unusable list never helps")
    func policies() throws {
        let good = try body().bytes
        let old = try body { $0.nextUpdate = now }.bytes
        let early = try body { $0.thisUpdate = now + 1 }.bytes
        let stranger = try body { $0.issuer = Array((try? DistinguishedName([.commonName: "Else"]).encoded) ?? []) }
            .bytes
        let otherKey = try body { $0.authorityKey = [1, 2] }.bytes
        var forged = good
        forged[forged.count - 1] ^= 1
        for (lists, required, whenGiven) in [
            ([], CertificateError.Reason.revocationUnknown, nil), ([good], nil, nil),
            ([old], .revocationUnknown, .revocationUnknown), ([early], .revocationUnknown, .revocationUnknown),
            ([forged], .revocationUnknown, .revocationUnknown), ([stranger], .revocationUnknown, nil),
            ([otherKey], .revocationUnknown, nil), ([old, forged, good], nil, nil),
        ] as [([[UInt8]], CertificateError.Reason?, CertificateError.Reason?)] {
            #expect(try reason(.required, lists: lists) == required)
            #expect(try reason(.requiredForLeaf, lists: lists) == required)
            #expect(try reason(.whenGiven, lists: lists) == whenGiven)
            #expect(try reason(.notChecked, lists: lists) == nil)
        }
        for policy in [RevocationPolicy.required, .requiredForLeaf, .whenGiven] {
            #expect(try reason(policy, [9], lists: [good]) == .revoked)
        }
        #expect(try reason(.notChecked, [9], lists: [good]) == nil)
    }
}
