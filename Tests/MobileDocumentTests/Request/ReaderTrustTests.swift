import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

extension ReaderTrust.Verdict {
    fileprivate var isVerified: Bool { if case .verified = self { true } else { false } }
    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
    fileprivate var fault: ReaderTrustError? { if case .failed(let fault) = self { fault } else { nil } }
}

@Suite(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
struct ReaderTrustVectorTests {
    private static let time = Date(timeIntervalSince1970: 1_622_505_600)

    private func trust() throws -> ReaderTrust {
        try ReaderTrust(anchors: [TrustAnchor(Certificate(Documents.annex("d5_4_reader_root_cert_der")))])
    }

    private func transcript() throws -> SessionTranscript {
        try SessionTranscript(reading: Documents.annex("d5_1_session_transcript_bytes")[...])
    }

    @Test func `the annex's reader is verified only at its time, for its session and under its root`() throws {
        let request = try DeviceRequest(Documents.annex("d4_1_1_device_request")[...])
        let verdict = try trust().verdict(on: request.documents[0], transcript: transcript(), at: Self.time)
        #expect(verdict.isVerified, "\(verdict)")
        let early = try trust().verdict(on: request.documents[0], transcript: transcript(), at: .distantPast)
        #expect(early.fault?.code == CertificateError.Reason.notYetValid.rawValue)
        let other = try trust().verdict(on: request.documents[0], transcript: SessionTranscript(.qr), at: Self.time)
        #expect(other.fault?.code == COSEError.Reason.badSignature.rawValue)
        let issuer = try ReaderTrust(anchors: [TrustAnchor(Certificate(Documents.annex("d5_2_iaca_cert_der")))])
        let wrong = try issuer.verdict(on: request.documents[0], transcript: transcript(), at: Self.time)
        #expect(wrong.fault?.code == CertificateError.Reason.noPath.rawValue)
        let nobody = try ReaderTrust(anchors: []).verdict(
            on: request.documents[0], transcript: transcript(), at: Self.time)
        #expect(nobody.fault?.code == CertificateError.Reason.noPath.rawValue)
    }

    @Test func `a placeholder signature is parsed and does not verify`() throws {
        let request = try DeviceRequest(Documents.bytes("iso18013_6/device_request_with_reader_auth_shape")[...])
        let verdict = try trust().verdict(on: request.documents[0], transcript: transcript(), at: Self.time)
        #expect(verdict.fault != nil)
        let plain = try DeviceRequest(Documents.bytes("iso18013_6/device_request_valid")[...])
        #expect(try trust().verdict(on: plain.documents[0], transcript: transcript(), at: Self.time).isAbsent)
    }

    @Test func `every changed bit of the annex's signed request is refused`() throws {
        let bytes = try Documents.annex("d4_1_1_device_request")
        let whole = try DeviceRequest(bytes[...])
        let (trust, transcript) = try (trust(), transcript())
        var changed = 0
        for index in whole.documents[0].itemsRequestBytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            guard let request = try? DeviceRequest(damaged[...]) else { continue }
            #expect(trust.verdict(on: request.documents[0], transcript: transcript, at: Self.time).fault != nil)
            changed += 1
        }
        #expect(changed > 50)
    }
}

@Suite struct ReaderTrustTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)
    private static let transcript = SessionTranscript(.qr)

    /// Returns an authority of readers with a reader of this purpose below it.
    private func reader(
        purpose: OID = .mobileDocumentReader
    ) throws -> (trust: ReaderTrust, signer: DeviceRequestDraft.Signer, key: P256PrivateKey) {
        let (rootKey, key) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let start = Self.time.addingTimeInterval(-1_000)
        let end = Self.time.addingTimeInterval(1_000)
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Readers"]), signer: CertificateSigner(rootKey), notBefore: start,
            notAfter: end)
        let leaf = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: "A shop"]), spki: key.publicKey.spki, notBefore: start,
                notAfter: end,
                extensions: [.keyUsage(.digitalSignature), .extendedKeyUsage([purpose], isCritical: true)]))
        return (
            ReaderTrust(anchors: [try TrustAnchor(root.certificate)]), .init(key, chain: [leaf]), key
        )
    }

    private let draft = DeviceRequestDraft(
        [
            .init(.drivingLicence, [.init("org.iso.18013.5.1", [.init("portrait", isRetained: false)])]),
            .init(
                .ageVerification, [.init("eu.europa.ec.av.1", [.init("age_over_18", isRetained: true)])],
                requestInfo: ["a": 1]),
        ], useCases: [.init(isMandatory: true, documentSets: [[0], [1]], purposeHints: ["org": 1])])

    @Test func `our signatures over each document's request and over the whole request verify`() async throws {
        let (trust, signer, _) = try reader()
        let request = try await draft.request(signedBy: signer, for: Self.transcript, asWhole: true)
        #expect(request.version == .second && request.documents.count == 2 && request.info?.useCases == draft.useCases)
        for document in request.documents {
            #expect(trust.verdict(on: document, transcript: Self.transcript, at: Self.time).isVerified)
        }
        let all = trust.verdicts(on: request, transcript: Self.transcript, at: Self.time)
        #expect(all.count == 1 && all.allSatisfy { $0.isVerified })
        for verdict in trust.verdicts(on: request, transcript: SessionTranscript(.nfc(select: [])), at: Self.time) {
            #expect(verdict.fault != nil)
        }
        var plain = draft
        plain.useCases = []
        let first = try await plain.request(signedBy: signer, for: Self.transcript)
        #expect(first.version == .first && first.readerAuthAll.isEmpty)
        #expect(try plain.request().documents.allSatisfy { $0.readerAuth == nil })
        let whole = try await plain.request(signedBy: signer, for: Self.transcript, asWhole: true)
        #expect(trust.verdicts(on: whole, transcript: Self.transcript, at: Self.time).allSatisfy { $0.isVerified })
    }

    @Test func `a signature over all documents is invalid if one is missing, added or moved`()
        async throws
    {
        let (trust, signer, _) = try reader()
        let request = try await draft.request(signedBy: signer, for: Self.transcript, asWhole: true)
        let item = try CBORReader.item(in: request.encoded)
        let documents = try #require(item["docRequests"]?.array).map(\.encoded)
        let empty = CBORValue.map(["useCases": [["mandatory": true, "documentSets": [[0]]]]]).encoded
        for (list, info) in [
            (Array(documents.reversed()), nil), (documents + [documents[0]], nil), ([documents[0]], empty),
            (documents, empty),
        ] as [([ArraySlice<UInt8>], [UInt8]?)] {
            var writer = CBORWriter()
            writer.map(4)
            writer.text("version")
            writer.text("1.1")
            writer.text("docRequests")
            writer.array(list.count)
            for document in list { writer.raw(document) }
            writer.text("readerAuthAll")
            writer.raw(try #require(item["readerAuthAll"]).encoded)
            writer.text("deviceRequestInfo")
            if let info { writer.embedded(info) } else { writer.raw(try #require(item["deviceRequestInfo"]).encoded) }
            let changed = try DeviceRequest(writer.encoded[...])
            let verdicts = trust.verdicts(on: changed, transcript: Self.transcript, at: Self.time)
            #expect(verdicts.map { $0.fault?.code } == [COSEError.Reason.badSignature.rawValue])
        }
    }

    /// Returns the verdict on the first document's request with another signature.
    private func verdict(
        _ trust: ReaderTrust, _ make: (_ payload: [UInt8]) async throws -> COSESign1
    ) async throws -> ReaderTrust.Verdict {
        try await verdict(trust, bytes: { Array(try await make($0).encoded) })
    }

    private func verdict(
        _ trust: ReaderTrust, bytes make: (_ payload: [UInt8]) async throws -> [UInt8]
    ) async throws -> ReaderTrust.Verdict {
        var plain = draft
        plain.documents.removeLast()
        plain.useCases = []
        let items = try #require(plain.request().documents.first?.itemsRequestBytes)
        var inner = CBORWriter()
        inner.array(3)
        inner.text("ReaderAuthentication")
        inner.raw(Self.transcript.encoded)
        inner.raw(items)
        var payload = CBORWriter()
        payload.embedded(inner.encoded)
        var writer = CBORWriter()
        writer.map(2)
        writer.text("version")
        writer.text("1.0")
        writer.text("docRequests")
        writer.array(1)
        writer.map(2)
        writer.text("itemsRequest")
        writer.raw(items)
        writer.text("readerAuth")
        writer.raw(try await make(payload.encoded))
        let request = try DeviceRequest(writer.encoded[...])
        return trust.verdict(on: request.documents[0], transcript: Self.transcript, at: Self.time)
    }

    @Test func `a signature without certificates, with a payload, another key or a bad header is refused`()
        async throws
    {
        let (trust, signer, key) = try reader()
        let fields = COSEFields.chain(signer.chain)
        let good = try await verdict(trust) {
            try await COSESign1(signing: $0, with: key, fields: fields, isDetached: true)
        }
        #expect(good.isVerified)
        let bare = try await verdict(trust) { try await COSESign1(signing: $0, with: key, isDetached: true) }
        #expect(bare.fault?.code == "READER_CHAIN_MISSING")
        let attached = try await verdict(trust) { try await COSESign1(signing: $0, with: key, fields: fields) }
        #expect(attached.fault?.code == COSEError.Reason.payloadAttached.rawValue)
        let other = try P256PrivateKey.generate()
        let foreign = try await verdict(trust) {
            try await COSESign1(signing: $0, with: other, fields: fields, isDetached: true)
        }
        #expect(foreign.fault?.code == COSEError.Reason.badSignature.rawValue)
        let curve = try P384PrivateKey.generate()
        let mismatch = try await verdict(trust) {
            try await COSESign1(signing: $0, with: curve, fields: fields, isDetached: true)
        }
        #expect(mismatch.fault?.code == COSEError.Reason.algorithmMismatch.rawValue)
        let broken = try await verdict(trust) {
            try await COSESign1(
                signing: $0, with: key, fields: COSEFields(unprotected: [33: .bytes([0x30, 0])]), isDetached: true)
        }
        #expect(broken.fault?.code.hasPrefix("DER_") == true)
        let (_, server, serverKey) = try reader(purpose: .serverAuth)
        let (strangers, _, _) = try reader()
        let wrong = try await verdict(strangers) {
            try await COSESign1(signing: $0, with: serverKey, fields: .chain(server.chain), isDetached: true)
        }
        #expect(wrong.fault?.code == CertificateError.Reason.noPath.rawValue)
        // Headers without an algorithm, or with an unprotected one.
        for (protected, unprotected, code) in [
            ([:], [:], COSEError.Reason.algorithmMissing), ([:], [1: -7], .algorithmNotProtected),
            ([1: -37], [:], .algorithmUnknown), ([1: 5], [:], .algorithmMismatch),
        ] as [([CBORValue: CBORValue], [CBORValue: CBORValue], COSEError.Reason)] {
            let verdict = try await verdict(trust) { payload in
                var writer = CBORWriter()
                writer.array(4)
                writer.bytes(CBORValue.map(protected).encoded)
                writer.value(.map(fields.unprotected.merging(unprotected) { $1 }))
                writer.null()
                writer.bytes(try key.sign(payload))
                return try COSESign1(writer.encoded[...])
            }
            #expect(verdict.fault?.code == code.rawValue)
        }
    }

    /// Protected and unprotected header in hexadecimal (`CHAIN` is the certificate), and the code of the verdict; `nil`
    /// if the request cannot be parsed.
    @Test(arguments: [
        ("a10126", "a11821CHAIN", ""), ("", "a11821CHAIN", "COSE_ALGORITHM_MISSING"),
        // Invalid CBOR; no map; trailing bytes; a duplicate label, in one header and in both; an invalid label.
        ("ff", "a11821CHAIN", "CBOR_BAD_BREAK"), ("80", "a11821CHAIN", "CBOR_UNEXPECTED_TYPE"),
        ("a1012600", "a11821CHAIN", "CBOR_TRAILING_BYTES"), ("a201260126", "a11821CHAIN", "CBOR_DUPLICATE_KEY"),
        ("a10126", "a2012601821821CHAIN", nil), ("a10126", "a201261821CHAIN", "CBOR_DUPLICATE_KEY"),
        ("a10126", "a2f5001821CHAIN", "CBOR_UNEXPECTED_TYPE"),
        // Critical headers: empty, unknown, missing, unprotected.
        ("a201260280", "a11821CHAIN", "CBOR_NOT_ALLOWED"), ("a20126028119c350", "a11821CHAIN", "CBOR_UNSUPPORTED"),
        ("a2012602811821", "a11821CHAIN", "CBOR_UNSUPPORTED"), ("a10126", "a202811821CHAIN", nil),
        ("a10126", "a20281011821CHAIN", "CBOR_NOT_ALLOWED"),
        // The chain: a text, empty, with a number, too long.
        ("a10126", "a118216161", "CBOR_UNEXPECTED_TYPE"), ("a10126", "a1182180", "CBOR_NOT_ALLOWED"),
        ("a10126", "a118218101", "CBOR_UNEXPECTED_TYPE"),
        ("a10126", "a1182191" + String(repeating: "40", count: 17), "CBOR_NOT_ALLOWED"),
    ])
    func `an invalid header fails the verdict and does not hide the request`(
        protected: String, unprotected: String, code: String?
    ) async throws {
        let (trust, signer, key) = try reader()
        let chain = CBORValue.bytes(signer.chain[0].encoded).encoded
        let head = try #require(Hex.decode(protected))
        let rest = try #require(Hex.decode(unprotected.replacing("CHAIN", with: Hex.encode(chain))))
        func made(_ payload: [UInt8]) throws -> [UInt8] {
            let signed = CBORValue.array(["Signature1", .bytes(head), .bytes([]), .bytes(payload)]).encoded
            var writer = CBORWriter()
            writer.array(4)
            writer.bytes(head)
            writer.raw(rest)
            writer.null()
            writer.bytes(try key.sign(signed))
            return writer.encoded
        }
        guard let code else {
            await #expect(throws: CBORError.self) { _ = try await verdict(trust, bytes: made) }
            return
        }
        let found = try await verdict(trust, bytes: made)
        #expect(code.isEmpty ? found.isVerified : found.fault?.code == code, "\(found)")
    }

    @Test func `a revoked reader is refused, and a reader not on its list is verified`()
        async throws
    {
        let (rootKey, key) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let (start, end) = (Self.time.addingTimeInterval(-1_000), Self.time.addingTimeInterval(1_000))
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Readers"]), signer: CertificateSigner(rootKey), notBefore: start,
            notAfter: end)
        let leaf = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: "A shop"]), spki: key.publicKey.spki, notBefore: start,
                notAfter: end,
                extensions: [
                    .keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader], isCritical: true),
                ]))
        let trust = ReaderTrust(anchors: [try TrustAnchor(root.certificate)])
        let request = try await draft.request(signedBy: .init(key, chain: [leaf]), for: Self.transcript)
        func verdict(_ lists: [RevocationList]) -> ReaderTrust.Verdict {
            trust.verdict(on: request.documents[0], transcript: Self.transcript, at: Self.time, revocationLists: lists)
        }
        guard case .verified(_, isRevocationKnown: false) = verdict([]) else { return #expect(Bool(false)) }
        let good = try root.revocationList(of: [], number: 1, thisUpdate: start, nextUpdate: end)
        guard case .verified(_, isRevocationKnown: true) = verdict([good]) else { return #expect(Bool(false)) }
        let bad = try root.revocationList(
            of: [.init(serialNumber: Array(leaf.serialNumber), date: start)], number: 2, thisUpdate: start,
            nextUpdate: end)
        #expect(verdict([bad]).fault?.code == CertificateError.Reason.revoked.rawValue)
    }

    @Test func `a certificate for another purpose is refused, whoever signed it`() async throws {
        let (trust, signer, key) = try reader(purpose: .serverAuth)
        let verdict = try await verdict(trust) {
            try await COSESign1(signing: $0, with: key, fields: .chain(signer.chain), isDetached: true)
        }
        #expect(verdict.fault?.code == CertificateError.Reason.purpose.rawValue)
    }
}
