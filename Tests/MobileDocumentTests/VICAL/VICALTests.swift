import Foundation
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@Suite("Authority lists (VICAL)") struct VICALTests {
    private let office = Fixtures.made { try DocumentIssuerFixture() }
    private let provider = Fixtures.made { try Provider() }

    /// A provider of lists: its own authority, with a signer.
    struct Provider {
        let authority: DocumentAuthority
        let key: P256PrivateKey
        let certificate: Certificate
        var anchors: [TrustAnchor] { get throws { [try TrustAnchor(authority.authority.certificate)] } }

        init() throws {
            authority = try DocumentAuthority.create(
                .init(commonName: "Lists", country: "UT"), signer: CertificateSigner(P256PrivateKey.generate()),
                notBefore: DocumentIssuerFixture.now - 100 * DocumentIssuerFixture.day,
                notAfter: DocumentIssuerFixture.now + 1_000 * DocumentIssuerFixture.day,
                contact: "https://lists.example", revocationList: "https://lists.example/crl")
            key = try P256PrivateKey.generate()
            certificate = try authority.vicalSigner(
                .init(commonName: "Signer of lists", country: "UT"), spki: key.publicKey.spki,
                notBefore: DocumentIssuerFixture.now - DocumentIssuerFixture.day,
                notAfter: DocumentIssuerFixture.now + 90 * DocumentIssuerFixture.day)
        }

        func list(
            _ authorities: [(certificate: Certificate, docTypes: Set<DocumentType>)], issueID: UInt64? = 7
        ) async throws -> VICAL {
            try await VICAL.make(
                provider: "Lists", authorities: authorities, date: DocumentIssuerFixture.now - 60,
                nextUpdate: DocumentIssuerFixture.now + 30 * DocumentIssuerFixture.day, issueID: issueID, signer: key,
                chain: [certificate])
        }
    }

    private func list(issueID: UInt64? = 7) async throws -> VICAL {
        try await provider.list([(office.authority.authority.certificate, [.drivingLicence])], issueID: issueID)
    }

    @Test("a listed authority is trusted for the document types of its entry only")
    func trust() async throws {
        let read = try VICAL(try await list().message.encoded)
        #expect(read.provider == "Lists" && read.issueID == 7 && read.authorities.count == 1)
        var trust = IssuerTrust()
        #expect(try trust.add(read, anchors: provider.anchors, at: DocumentIssuerFixture.now, least: nil) == 0)
        let shown = try await Presentation(office)
        let bytes = try await shown.response()
        #expect(try shown.report(bytes, by: DocumentVerifier(trust: trust)).documents[0].failures.isEmpty)
        var other = IssuerTrust()
        let narrow = try await provider.list([(office.authority.authority.certificate, [.ageVerification])])
        try other.add(narrow, anchors: provider.anchors, at: DocumentIssuerFixture.now, least: nil)
        #expect(
            try shown.report(bytes, by: DocumentVerifier(trust: other)).documents[0].failures == [
                "issuer-certificate MDOC_NOT_TRUSTED_FOR_TYPE"
            ])
    }

    @Test(
        "an unknown provider's, outdated, future or older list is refused, and its authorities are not trusted"
    )
    func refusals() async throws {
        let list = try await list()
        func code(
            _ list: VICAL, anchors: [TrustAnchor]? = nil, at time: Date = DocumentIssuerFixture.now,
            least: UInt64? = nil
        ) throws -> String? {
            var trust = IssuerTrust()
            let anchors = try anchors ?? provider.anchors
            do throws(VICAL.VerificationError) { try trust.add(list, anchors: anchors, at: time, least: least) } catch {
                #expect(trust.entries.isEmpty)
                return error.code
            }
            return nil
        }
        #expect(try code(list) == nil && code(list, least: 7) == nil)
        #expect(try code(list, least: 8) == "MDOC_VICAL_ROLLBACK")
        #expect(try await code(self.list(issueID: nil), least: 1) == "MDOC_VICAL_ROLLBACK")
        #expect(try code(list, anchors: []) == "CERT_NO_PATH")
        #expect(try code(list, anchors: Provider().anchors) == "CERT_NO_PATH")
        #expect(try code(list, at: DocumentIssuerFixture.now + 31 * DocumentIssuerFixture.day) == "MDOC_VICAL_EXPIRED")
        #expect(try code(list, at: DocumentIssuerFixture.now - 61) == "MDOC_VICAL_FUTURE")
        #expect(try code(list, at: DocumentIssuerFixture.now + 91 * DocumentIssuerFixture.day) == "CERT_EXPIRED")
    }

    @Test("a document signer's certificate cannot sign lists")
    func purpose() async throws {
        await #expect(throws: IssuingError.self) {
            try await VICAL.make(
                provider: "X", authorities: [], date: DocumentIssuerFixture.now, signer: office.signerKey,
                chain: [office.signer])
        }
        let forged = try await COSESign1(
            signing: Array(try await list().message.payload ?? []), with: office.signerKey,
            fields: .chain([office.signer]))
        let error = #expect(throws: VICAL.VerificationError.self) {
            try VICAL(forged.encoded).verify(
                anchors: [TrustAnchor(office.authority.authority.certificate)], at: DocumentIssuerFixture.now,
                least: nil)
        }
        #expect(error?.code == "CERT_PURPOSE")
    }

    @Test("every flipped bit of the payload and the signature is refused")
    func bitFlips() async throws {
        let list = try await list()
        let bytes = Array(list.message.encoded)
        var tried = 0
        for region in [
            list.message.header.protectedBytes.indices, try #require(list.message.header.chain.first).indices,
            try #require(list.message.payload).indices, list.message.signature.indices,
        ] {
            for place in stride(from: region.lowerBound, to: region.upperBound, by: region.count > 80 ? 5 : 1) {
                var changed = bytes
                changed[place] ^= 1 << UInt8(place % 8)
                guard let read = try? VICAL(changed[...]) else { continue }
                tried += 1
                #expect(throws: VICAL.VerificationError.self, "\(place)") {
                    try read.verify(anchors: provider.anchors, at: DocumentIssuerFixture.now, least: nil)
                }
            }
        }
        #expect(tried > 150)
    }

    @Test("an entry that contradicts its certificate is refused with its location")
    func entries() async throws {
        let list = try await list()
        func reason(_ path: [CBORValue], _ value: CBORValue?) async throws -> CBORError.Reason? {
            let payload = list.item.value.replacing(path, by: value).encoded
            let message = try await COSESign1(
                signing: payload, with: provider.key, fields: .chain([provider.certificate]))
            do throws(CBORError) {
                let list = try VICAL(message.encoded)
                #expect(list.authorities.count + list.unreadable.count == 1)
                return list.unreadable.first?.reason
            } catch { return error.reason }
        }
        let entry: [CBORValue] = ["certificateInfos", 0]
        #expect(try await reason(entry + ["new"], 1) == nil)
        #expect(try await reason(entry + ["ski"], .bytes([1])) == .notAllowed)
        #expect(try await reason(entry + ["serialNumber"], 5) == .notAllowed)
        #expect(try await reason(entry + ["serialNumber"], "5") == .notAllowed)
        #expect(try await reason(entry + ["certificate"], .bytes([0x30, 0])) == .notAllowed)
        #expect(try await reason(entry + ["certificate"], "x") == .notAllowed)
        #expect(try await reason(entry + ["docType"], []) == .notAllowed)
        #expect(try await reason(entry + ["docType"], nil) == .missing)
        #expect(try await reason(["version"], "2.0") == .unsupported)
        #expect(try await reason(["date"], "today") == .notAllowed)
        #expect(try await reason(["certificateInfos"], nil) == .missing)
    }

    @Test("a newer list removes authorities that it omits, and an outdated one ends")
    func replaced() async throws {
        let other = try DocumentIssuerFixture(name: .init(commonName: "Other", country: "UU")).authority.authority
            .certificate
        let own = office.authority.authority.certificate
        var trust = IssuerTrust()
        try trust.add(other)
        let first = try await provider.list([(own, [.drivingLicence])])
        try trust.add(first, anchors: provider.anchors, at: DocumentIssuerFixture.now, least: nil)
        #expect(trust.anchors(for: .drivingLicence, at: DocumentIssuerFixture.now).map(\.certificate) == [other, own])
        #expect(
            trust.anchors(for: .drivingLicence, at: DocumentIssuerFixture.now + 31 * DocumentIssuerFixture.day).map(
                \.certificate) == [other])
        let second = try await provider.list([(own, [.ageVerification])], issueID: 8)
        try trust.add(second, anchors: provider.anchors, at: DocumentIssuerFixture.now, least: 7)
        #expect(trust.anchors(for: .drivingLicence, at: DocumentIssuerFixture.now).map(\.certificate) == [other])
        #expect(trust.anchors(for: .ageVerification, at: DocumentIssuerFixture.now).count == 2)
        let third = try await provider.list([], issueID: 9)
        try trust.add(third, anchors: provider.anchors, at: DocumentIssuerFixture.now, least: 8)
        #expect(trust.entries.count == 1)
    }
}
