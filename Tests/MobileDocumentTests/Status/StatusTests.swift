import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Document revocation lists") struct StatusTests {
    private static let uri = "https://utopia.example/status/1"
    private let office = Fixtures.made { try DocumentIssuerFixture() }

    private func shown(_ status: DocumentStatus) async throws -> Presentation {
        try await Presentation(office) { $0.status = status }
    }

    private func check(_ shown: Presentation, _ tokens: [StatusToken], at time: Date = DocumentIssuerFixture.now)
        async throws
        -> VerificationCheck?
    {
        var verifier = try shown.verifier
        verifier.statusTokens = tokens
        return try shown.report(try await shown.response(), by: verifier, at: time).documents[0][.status]
    }

    private func list(
        _ statuses: [UInt64: UInt8], bits: Int = 2, by other: DocumentIssuerFixture? = nil, uri: String = uri
    )
        async throws
        -> StatusToken
    {
        var list = try #require(StatusList(bits: bits, count: 1_000))
        for (index, status) in statuses { list[index] = status }
        let office = other ?? office
        return try await StatusToken.statusList(
            list, at: uri, issuedAt: DocumentIssuerFixture.now - 60, expires: DocumentIssuerFixture.now + 60,
            signer: office.signerKey,
            chain: [office.signer])
    }

    @Test("a status list distinguishes valid, revoked and suspended, and an index beyond it is not valid")
    func statusList() async throws {
        let token = try await list([412: 1, 413: 2, 414: 3])
        for (index, code) in [
            (411, nil), (412, "MDOC_REVOKED"), (413, "MDOC_SUSPENDED"), (414, "MDOC_STATUS_UNKNOWN"),
            (1_000, "MDOC_STATUS_INDEX"), (UInt64.max, "MDOC_STATUS_INDEX"),
        ] as [(UInt64, String?)] {
            let shown = try await shown(.init(statusList: .init(index: index, uri: Self.uri)))
            let check = try await check(shown, [token])
            #expect(check?.outcome == (code == nil ? .passed : .failed) && check?.code == code, "\(index)")
        }
    }

    @Test("an identifier list names the revoked ones")
    func identifierList() async throws {
        let token = try await StatusToken.identifierList(
            [[1, 2, 3]], at: Self.uri, issuedAt: DocumentIssuerFixture.now - 60,
            expires: DocumentIssuerFixture.now + 60, signer: office.signerKey,
            chain: [office.signer])
        let revoked = try await shown(.init(identifierList: .init(identifier: [1, 2, 3], uri: Self.uri)))
        let good = try await shown(.init(identifierList: .init(identifier: [1, 2, 4], uri: Self.uri)))
        #expect(try await check(revoked, [token])?.code == "MDOC_REVOKED")
        #expect(try await check(good, [token])?.outcome == .passed)
        let kind = try await shown(.init(statusList: .init(index: 0, uri: Self.uri)))
        #expect(try await check(kind, [token])?.outcome == .notRun)
    }

    @Test("an outdated, future, foreign or changed list does not confirm validity")
    func bad() async throws {
        let shown = try await shown(.init(statusList: .init(index: 411, uri: Self.uri)))
        let token = try await list([412: 1])
        #expect(try await check(shown, [])?.outcome == .notRun)
        #expect(try await check(shown, [list([:], uri: Self.uri + "/")])?.outcome == .notRun)
        #expect(try await check(shown, [token], at: DocumentIssuerFixture.now + 60)?.code == "MDOC_STATUS_EXPIRED")
        #expect(try await check(shown, [token], at: DocumentIssuerFixture.now - 61)?.code == "MDOC_STATUS_FUTURE")
        #expect(try await check(shown, [list([:], by: DocumentIssuerFixture())])?.code == "CERT_NO_PATH")
        // One valid list does not outweigh an invalid one.
        #expect(try await check(shown, [token, list([:], by: DocumentIssuerFixture())])?.outcome == .failed)
        // The last byte of the expiry: a change that still parses.
        let payload = try #require(token.message?.payload)
        let claims = try CBORReader.item(in: payload)
        var changed = Array(try #require(token.message).encoded)
        changed[try #require(claims[4]).encoded.endIndex - 1] ^= 1
        let other = try StatusToken(changed[...])
        #expect(try await check(shown, [other])?.code == "COSE_BAD_SIGNATURE")
        var signature = Array(try #require(token.message).encoded)
        signature[signature.count - 1] ^= 1
        #expect(try await check(shown, [StatusToken(signature[...])])?.code == "COSE_BAD_SIGNATURE")
    }

    @Test("a token without an expiry, address or known type is refused")
    func forms() async throws {
        func token(_ claims: CBORValue, type: CBORValue? = "application/statuslist+cwt") async throws -> [UInt8] {
            var fields = COSEFields.chain([office.signer])
            if let type { fields.protected = [16: type] }
            return Array(
                try await COSESign1(signing: claims.encoded, with: office.signerKey, fields: fields).encoded)
        }
        let list: CBORValue = ["bits": 1, "lst": .bytes(Hex.decode("789c0300000000 01".filter { $0 != " " }) ?? [])]
        let good: [CBORValue: CBORValue] = [2: "u", 4: 2_000_000_000, 6: 1_700_000_000, 65_533: list]
        _ = try StatusToken(try await token(.map(good))[...])
        for key: CBORValue in [2, 4, 6, 65_533] {
            var claims = good
            claims[key] = nil
            let bytes = try await token(.map(claims))
            #expect(throws: CBORError.self, "\(key)") { try StatusToken(bytes[...]) }
        }
        for type: CBORValue? in [nil, "application/statuslist+jwt", "application/identifierlist+cwt", 16] {
            let bytes = try await token(.map(good), type: type)
            #expect(throws: CBORError.self) { try StatusToken(bytes[...]) }
        }
        for bad: CBORValue in [["bits": 3, "lst": .bytes([])], ["bits": 1, "lst": .bytes([1, 2, 3])], ["bits": 1]] {
            var claims = good
            claims[65_533] = bad
            let bytes = try await token(.map(claims))
            #expect(throws: CBORError.self) { try StatusToken(bytes[...]) }
        }
    }

    @Test("a revoked, wrong-purpose or foreign certificate cannot sign a list")
    func signers() async throws {
        let shown = try await shown(.init(statusList: .init(index: 411, uri: Self.uri)))
        let token = try await list([:])
        var verifier = try shown.verifier
        verifier.statusTokens = [token]
        verifier.revocationLists = [
            try office.authority.authority.revocationList(
                of: [
                    .init(serialNumber: Array(office.signer.serialNumber), date: DocumentIssuerFixture.now, reason: 1)
                ], number: 1,
                thisUpdate: DocumentIssuerFixture.now - 60, nextUpdate: DocumentIssuerFixture.now + 60)
        ]
        let report = try shown.report(try await shown.response(), by: verifier).documents[0]
        #expect(report[.status]?.code == "CERT_REVOKED" && report[.issuerRevocation]?.code == "CERT_REVOKED")

        func signed(_ purposes: [OID]?, country: String = "UT") async throws -> StatusToken {
            let key = try P256PrivateKey.generate()
            let certificate = try office.authority.authority.issue(
                CertificateContent(
                    subject: DistinguishedName([.country: country, .commonName: "Lists"]), spki: key.publicKey.spki,
                    notBefore: DocumentIssuerFixture.now - DocumentIssuerFixture.day,
                    notAfter: DocumentIssuerFixture.now + DocumentIssuerFixture.day,
                    extensions: [.keyUsage(.digitalSignature)] + (purposes.map { [.extendedKeyUsage($0)] } ?? [])))
            return try await StatusToken.statusList(
                try #require(StatusList(bits: 1, count: 1_000)), at: Self.uri, issuedAt: DocumentIssuerFixture.now - 60,
                expires: DocumentIssuerFixture.now + 60, signer: key, chain: [certificate])
        }
        #expect(try await check(shown, [signed([.statusSigning])])?.outcome == .passed)
        #expect(try await check(shown, [signed(nil)])?.outcome == .passed)
        #expect(try await check(shown, [signed([.vicalSigner])])?.code == "CERT_PURPOSE")
        #expect(try await check(shown, [signed([.mobileDocumentReader, .clientAuth])])?.code == "CERT_PURPOSE")
        #expect(try await check(shown, [signed([.serverAuth])])?.code == "CERT_PURPOSE")
        #expect(try await check(shown, [signed([.documentSigner])])?.outcome == .passed)
        #expect(try await check(shown, [signed([.statusSigning], country: "UU")])?.code == "CERT_PROFILE")
    }

    @Test("a document with two lists needs both")
    func both() async throws {
        let other = Self.uri + "/identifiers"
        let shown = try await shown(
            .init(statusList: .init(index: 411, uri: Self.uri), identifierList: .init(identifier: [9], uri: other)))
        func identifiers(_ revoked: Set<[UInt8]>) async throws -> StatusToken {
            try await StatusToken.identifierList(
                revoked, at: other, issuedAt: DocumentIssuerFixture.now - 60, expires: DocumentIssuerFixture.now + 60,
                signer: office.signerKey,
                chain: [office.signer])
        }
        #expect(try await check(shown, [list([:])])?.outcome == .notRun)
        #expect(try await check(shown, [identifiers([])])?.outcome == .notRun)
        #expect(try await check(shown, [list([:]), identifiers([])])?.outcome == .passed)
        #expect(try await check(shown, [list([:]), identifiers([[9]])])?.code == "MDOC_REVOKED")
        #expect(try await check(shown, [identifiers([[9]])])?.code == "MDOC_REVOKED")
        #expect(try await check(shown, [list([411: 1]), identifiers([])])?.code == "MDOC_REVOKED")
    }
}
