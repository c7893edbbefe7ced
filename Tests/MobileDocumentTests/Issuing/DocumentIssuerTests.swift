import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Issuing documents") struct DocumentIssuerTests {
    @Test("an issued document is signed and has each item's digest", arguments: HashAlgorithm.allCases)
    func issue(_ digest: HashAlgorithm) async throws {
        let office = try DocumentIssuerFixture(digest: digest)
        let device = try P256PrivateKey.generate()
        let issued = try await office.issuer.issue(DocumentIssuerFixture.content(), deviceKey: .p256(device.publicKey))
        try issued.issuerAuth.verify(with: .p256(office.signerKey.publicKey))
        #expect(issued.issuerAuth.header.chain.map(Array.init) == [office.signer.encoded])
        #expect(issued.issuerAuth.header.unprotected(COSEHeader.Label.chain) != nil)
        let mso = issued.mso
        #expect(
            mso.digestAlgorithm == digest && mso.docType == .drivingLicence
                && mso.validity == DocumentIssuerFixture.validity)
        #expect(try COSEKey(mso.deviceKey).publicKey == .p256(device.publicKey))
        let items = issued.items(of: DocumentIssuerFixture.licence)
        #expect(items.count == 8 && Set(items.map(\.digestID)) == Set(0..<8))
        for item in items {
            #expect(item.random.count >= IssuerSignedItem.leastRandom)
            #expect(
                mso.valueDigests[DocumentIssuerFixture.licence]?[item.digestID]?.elementsEqual(item.digest(digest))
                    == true)
        }
    }

    @Test("documents of a batch share no random byte, digest or key, and shuffle their digest IDs")
    func batch() async throws {
        let office = try DocumentIssuerFixture()
        let keys = try (0..<6).map { _ in PublicKey.p256(try P256PrivateKey.generate().publicKey) }
        let documents = try await office.issuer.batch(DocumentIssuerFixture.content(), deviceKeys: keys)
        #expect(documents.count == 6)
        let items = documents.flatMap { $0.items(of: DocumentIssuerFixture.licence) }
        #expect(Set(items.map { Array($0.random) }).count == items.count)
        #expect(Set(items.map { $0.digest(.sha256) }).count == items.count)
        #expect(Set(documents.map { Array($0.mso.deviceKey.encoded) }).count == 6)
        // There are 40,320 orders: six equal ones would mean no shuffling.
        let orders = Set(documents.map { $0.items(of: DocumentIssuerFixture.licence).map(\.digestID) })
        #expect(orders.count > 1)
        await #expect(throws: IssuingError.self) {
            try await office.issuer.batch(DocumentIssuerFixture.content(), deviceKeys: [keys[0], keys[0]])
        }
    }

    @Test("every order of digest IDs occurs about equally often")
    func orders() async throws {
        let office = try DocumentIssuerFixture()
        let key = PublicKey.p256(try P256PrivateKey.generate().publicKey)
        let content = DocumentIssuer.Content(
            docType: .ageVerification,
            values: ["n": ["a": true, "b": true, "c": true]], validity: DocumentIssuerFixture.validity)
        var counts: [[UInt64]: Int] = [:]
        for _ in 0..<240 {
            counts[try await office.issuer.issue(content, deviceKey: key).items(of: "n").map(\.digestID), default: 0] +=
                1
        }
        // 40 each are expected; 10 is more than five standard deviations below.
        #expect(counts.count == 6 && counts.values.allSatisfy { $0 > 10 }, "\(counts)")
    }

    @Test("impossible times, a key off its curve, an empty document and a wrong certificate are refused")
    func refusals() async throws {
        let office = try DocumentIssuerFixture()
        let key = PublicKey.p256(try P256PrivateKey.generate().publicKey)
        func reason(_ change: (inout DocumentIssuer.Content) -> Void) async -> IssuingError.Reason? {
            var content = DocumentIssuerFixture.content()
            change(&content)
            do { _ = try await office.issuer.issue(content, deviceKey: key) } catch {
                return (error as? IssuingError)?.reason
            }
            return nil
        }
        #expect(await reason { $0.validity.signed = office.signer.notBefore } == nil)
        #expect(await reason { $0.validity.signed = office.signer.notBefore - 1 } == .validity)
        #expect(
            await reason {
                $0.validity = .init(
                    signed: office.signer.notAfter, validFrom: office.signer.notAfter,
                    validUntil: office.signer.notAfter + 9)
            } == .validity)
        #expect(await reason { $0.validity.validFrom = $0.validity.signed - 1 } == .validity)
        #expect(await reason { $0.validity.validUntil = $0.validity.validFrom } == .validity)
        #expect(await reason { $0.values = [:] } == .value)
        let rsa = try PublicKey.rsa(RSAPrivateKey.generate(bits: 2_048).publicKey)
        await #expect(throws: IssuingError.self) {
            try await office.issuer.issue(DocumentIssuerFixture.content(), deviceKey: rsa)
        }
        #expect(throws: IssuingError.self) { try DocumentIssuer(signer: office.signerKey, chain: []) }
        #expect(throws: IssuingError.self) {
            try DocumentIssuer(signer: office.signerKey, chain: [office.authority.authority.certificate])
        }
    }
}
