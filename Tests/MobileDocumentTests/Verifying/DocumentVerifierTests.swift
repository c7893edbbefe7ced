import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Verifying documents") struct DocumentVerifierTests {
    private let revocationOnly = ["issuer-revocation", "issuing-country", "status"]

    @Test("a response with a signature, and one with a MAC, passes", arguments: [false, true])
    func good(_ mac: Bool) async throws {
        let shown = try await Presentation()
        let report = try shown.report(try await shown.response(mac: mac))
        #expect(report.documents[0].failures.isEmpty && report.documents[0].notRun == revocationOnly)
        #expect(report.missing.isEmpty && !report.hasFailure)
        #expect(report.documents[0].elements.map(\.name.identifier) == ["family_name", "portrait", "age_over_18"])
    }

    @Test("a MAC is bound to its reader, and a signature to its session")
    func bound() async throws {
        let shown = try await Presentation()
        let other = try await Presentation(shown.office)
        for mac in [false, true] {
            let bytes = try await shown.response(mac: mac)
            let elsewhere = Presentation.session(.null)
            let code = mac ? "COSE_BAD_TAG" : "COSE_BAD_SIGNATURE"
            #expect(
                try shown.report(bytes, transcript: elsewhere).documents[0].failures == [
                    "device-authentication \(code)"
                ])
            let reader = try other.report(bytes).documents[0].failures
            #expect(reader == (mac ? ["device-authentication \(code)"] : []))
        }
    }

    @Test("a document shown with another device's key is refused by the builder and by the reader")
    func stolen() async throws {
        let shown = try await Presentation()
        let thief = try P256PrivateKey.generate()
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        await #expect(throws: DeviceResponse.BuildingError.keyMismatch) {
            try await DeviceResponse.encode(
                [.init(shown.issued, selection, key: .signature(thief))], transcript: shown.transcript)
        }
        await #expect(throws: DeviceResponse.BuildingError.keyMismatch) {
            let key = try AgreementKey.p256(P256AgreementKey(scalar: thief.scalar()))
            return try await DeviceResponse.encode(
                [.init(shown.issued, selection, key: .mac(key, reader: shown.reader.publicKey))],
                transcript: shown.transcript)
        }
    }

    @Test("an untrusted authority, a revoked signer and a wrong time each fail only their own check")
    func issuer() async throws {
        let shown = try await Presentation()
        let bytes = try await shown.response()
        let stranger = DocumentVerifier(
            trust: try IssuerTrust([DocumentIssuerFixture().authority.authority.certificate]))
        #expect(try shown.report(bytes, by: stranger).documents[0].failures == ["issuer-certificate CERT_NO_PATH"])

        let authority = shown.office.authority.authority
        func list(_ serials: [[UInt8]], until: TimeInterval = DocumentIssuerFixture.day) throws -> RevocationList {
            try authority.revocationList(
                of: serials.map { .init(serialNumber: $0, date: DocumentIssuerFixture.now, reason: 1) }, number: 1,
                thisUpdate: DocumentIssuerFixture.now - 60, nextUpdate: DocumentIssuerFixture.now + until)
        }
        var verifier = try shown.verifier
        verifier.revocationLists = [try list([[1]])]
        #expect(try shown.report(bytes, by: verifier).documents[0][.issuerRevocation]?.outcome == .passed)
        verifier.revocationLists = [try list([Array(shown.office.signer.serialNumber)])]
        #expect(try shown.report(bytes, by: verifier).documents[0].failures == ["issuer-revocation CERT_REVOKED"])
        verifier.revocationLists = [try list([], until: -30)]
        #expect(
            try shown.report(bytes, by: verifier).documents[0].failures == ["issuer-revocation CERT_REVOCATION_UNKNOWN"]
        )
        verifier.revocationLists = [
            try DocumentIssuerFixture().authority.authority.revocationList(
                of: [], number: 1, thisUpdate: DocumentIssuerFixture.now - 60,
                nextUpdate: DocumentIssuerFixture.now + 60)
        ]
        // Signed by another authority with the same name and another key.
        #expect(try shown.report(bytes, by: verifier).documents[0].failures.count == 1)

        let late = try shown.report(bytes, at: DocumentIssuerFixture.now + 31 * DocumentIssuerFixture.day).documents[0]
        #expect(late.failures == ["validity MDOC_EXPIRED"])
        var patient = try shown.verifier
        patient.clockSkew = 2 * DocumentIssuerFixture.day
        #expect(
            try shown.report(bytes, by: patient, at: DocumentIssuerFixture.now + 31 * DocumentIssuerFixture.day)
                .documents[0].failures.isEmpty)
        let ancient = try shown.report(bytes, at: DocumentIssuerFixture.now + 91 * DocumentIssuerFixture.day).documents[
            0]
        #expect(ancient.failures == ["issuer-certificate CERT_EXPIRED", "validity MDOC_EXPIRED"])
    }

    @Test("an authority is trusted only for its document types")
    func typesOfTrust() async throws {
        let shown = try await Presentation()
        let bytes = try await shown.response()
        var trust = IssuerTrust()
        try trust.add(shown.office.authority.authority.certificate, for: [.personIdentification])
        let narrow = DocumentVerifier(trust: trust)
        #expect(
            try shown.report(bytes, by: narrow).documents[0].failures == [
                "issuer-certificate MDOC_NOT_TRUSTED_FOR_TYPE"
            ])
        try trust.add(shown.office.authority.authority.certificate, for: [.drivingLicence])
        #expect(try shown.report(bytes, by: DocumentVerifier(trust: trust)).documents[0].failures.isEmpty)
    }

    @Test("a valid signature by a certificate with a wrong profile fails")
    func profile() async throws {
        let office = try DocumentIssuerFixture()
        let authority = office.authority.authority
        let key = try P256PrivateKey.generate()
        typealias Change = (inout [NewExtension]) -> Void
        let cases: [(String, String, Change)] = [
            ("UT", "", { _ in }),
            ("UU", "issuer-profile CERT_PROFILE", { _ in }),
            ("UT", "issuer-certificate CERT_PURPOSE", { $0[1] = .extendedKeyUsage([.documentSigner]) }),
            (
                "UT", "issuer-certificate CERT_PURPOSE",
                { $0[1] = .extendedKeyUsage([.vicalSigner, .clientAuth], isCritical: true) }
            ),
            ("UT", "issuer-certificate CERT_KEY_USAGE", { $0[0] = .keyUsage(.keyAgreement) }),
            ("UT", "issuer-profile CERT_PROFILE", { $0[0] = .keyUsage([.digitalSignature, .nonRepudiation]) }),
            (
                "UT", "issuer-profile CERT_PROFILE",
                { $0[1] = .extendedKeyUsage([.documentSigner, .serverAuth], isCritical: true) }
            ),
            (
                "UT", "issuer-profile CERT_PROFILE",
                { $0[0] = NewExtension(.keyUsage, value: NewExtension.keyUsage(.digitalSignature).value) }
            ),
            ("UT", "issuer-certificate CERT_PROFILE", { $0.remove(at: 2) }),
            ("UT", "issuer-certificate CERT_PROFILE", { $0.remove(at: 3) }),
            (
                "UT", "issuer-certificate CERT_UNKNOWN_CRITICAL",
                { $0.append(NewExtension(OID(1, 2, 3), isCritical: true, value: [5, 0])) }
            ),
        ]
        for (country, failure, change) in cases {
            var extensions: [NewExtension] = [
                .keyUsage(.digitalSignature), .extendedKeyUsage([.documentSigner], isCritical: true),
                .issuerAltName([.uri("https://utopia.example")]), .crlDistributionPoint("https://utopia.example/list"),
            ]
            change(&extensions)
            let certificate = try authority.issue(
                CertificateContent(
                    subject: DistinguishedName([.country: country, .commonName: "DS"]), spki: key.publicKey.spki,
                    notBefore: DocumentIssuerFixture.now - 2 * DocumentIssuerFixture.day,
                    notAfter: DocumentIssuerFixture.now + DocumentIssuerFixture.day, extensions: extensions))
            let shown = try await Presentation(office)
            let report = try await Resigned(shown, by: key, certificate).report()
            #expect(report.failures == (failure.isEmpty ? [] : [failure]), "\(country), \(failure)")
        }
    }

    @Test("a document signed after its certificate expired fails although all signatures verify")
    func signingTime() async throws {
        let office = try DocumentIssuerFixture()
        let shown = try await Presentation(office)
        let certificate = try office.authority.documentSigner(
            .init(commonName: "Old", country: "UT"), spki: office.signerKey.publicKey.spki,
            notBefore: DocumentIssuerFixture.now - 3_600, notAfter: DocumentIssuerFixture.now + 3_600)
        let report = try await Resigned(shown, by: office.signerKey, certificate).report()
        #expect(report.failures == ["signing-time MDOC_SIGNED_OUTSIDE_CERTIFICATE"])
    }

    @Test("device-signed data counts only as far as the MSO authorises it")
    func authorizations() async throws {
        let said: [String: [String: CBORValue]] = ["org.example": ["here": true]]
        let silent = try await Presentation()
        await #expect(throws: DeviceResponse.BuildingError.notAuthorized) {
            try await silent.response(deviceElements: said)
        }
        for allowed in [
            KeyAuthorizations(nameSpaces: ["org.example"]), KeyAuthorizations(dataElements: ["org.example": ["here"]]),
        ] {
            var shown = try await Presentation { $0.keyAuthorizations = allowed }
            let unasked = try shown.report(try await shown.response(deviceElements: said)).documents[0]
            #expect(unasked.failures == ["requested-only MDOC_NOT_REQUESTED"])
            shown.request.elements.append(ElementName("org.example", "here"))
            let report = try shown.report(try await shown.response(deviceElements: said)).documents[0]
            #expect(report.failures.isEmpty && report.elements.last?.source == .device)
            #expect(report.elements.last?.isCovered == true)
            #expect(report.elements.last?.value.boolean == true)
        }
        // A device that signs an element without authorization: assembled by hand, because the builder refuses.
        let bytes = try await Forged(silent).response(deviceElements: said)
        let report = try silent.report(bytes).documents[0]
        #expect(
            report.failures == ["key-authorizations MDOC_NOT_AUTHORIZED", "requested-only MDOC_NOT_REQUESTED"])
        #expect(report.elements.last?.isCovered == false)
    }

    @Test("unrequested elements are named, and the answer to another age counts as requested")
    func requested() async throws {
        var shown = try await Presentation()
        let bytes = try await shown.response()
        shown.request.elements.removeLast(2)
        #expect(try shown.report(bytes).documents[0].failures == ["requested-only MDOC_NOT_REQUESTED"])
        shown.request = RequestedDocument(docType: .ageVerification, elements: [])
        let other = try shown.report(bytes)
        #expect(
            other.documents[0].failures == ["doc-type MDOC_DOCTYPE_NOT_REQUESTED", "requested-only MDOC_NOT_REQUESTED"])
        #expect(other.missing == [.ageVerification])
    }

    @Test("a value of the wrong type in a known namespace fails")
    func types() async throws {
        var shown = try await Presentation { $0.values[DocumentIssuerFixture.licence]?["birth_date"] = "1990-02-01" }
        shown.request.elements.append(ElementName(DocumentIssuerFixture.licence, "birth_date"))
        #expect(try shown.report(try await shown.response()).documents[0].failures == ["value-types MDOC_VALUE_TYPE"])
    }

    @Test("one document's failure does not affect the others")
    func several() async throws {
        let first = try await Presentation()
        let second = try await Presentation()
        var answers: [DeviceResponse.Answer] = []
        for shown in [first, second] {
            answers.append(
                .init(
                    shown.issued, ElementSelection(shown.request, from: shown.issued) { _ in true },
                    key: .signature(shown.device)))
        }
        let bytes = try await DeviceResponse.encode(
            answers, missing: [.ageVerification], transcript: first.transcript)
        let report = try first.report(bytes, requests: [first.request, second.request])
        #expect(report.documents.count == 2 && report.documents[0].failures.isEmpty)
        #expect(report.documents[1].failures == ["issuer-certificate CERT_NO_PATH"])
        #expect(report.documentErrors.map(\.docType) == [.ageVerification] && report.documentErrors[0].code == 0)
    }

    @Test("an unreadable document has its code and hides no other")
    func unreadable() async throws {
        let shown = try await Presentation()
        let response = try CBORReader.item(in: try await shown.response()[...], limits: DocumentLimits.response)
        let good = try #require(response["documents"]?.array?.first)
        let bad = good.value.replacing(["issuerSigned", "issuerAuth", 2], by: .bytes([0xA0]))
        var writer = CBORWriter()
        writer.map(3)
        for (name, value) in [("version", CBORValue.text("1.0")), ("status", 0)] {
            writer.text(name)
            writer.value(value)
        }
        writer.text("documents")
        writer.array(2)
        writer.value(bad)
        writer.raw(good.encoded)
        let report = try shown.report(writer.encoded)
        #expect(report.documents.count == 2 && report.hasFailure)
        #expect(report.documents[0].failures == ["form CBOR_UNEXPECTED_TYPE"])
        #expect(report.documents[0].docType == .drivingLicence && report.documents[0].checks(.passed).isEmpty)
        #expect(report.documents[1].failures.isEmpty)
    }

    @Test("two documents of one type answer one request each, without sharing requested elements")
    func requestsOfOneType() async throws {
        let shown = try await Presentation()
        func request(_ names: [String]) -> RequestedDocument {
            RequestedDocument(
                docType: .drivingLicence, elements: names.map { ElementName(DocumentIssuerFixture.licence, $0) })
        }
        func answer(_ names: [String]) -> DeviceResponse.Answer {
            .init(
                shown.issued, ElementSelection(request(names), from: shown.issued) { _ in true },
                key: .signature(shown.device))
        }
        func failures(_ answers: [DeviceResponse.Answer], _ requests: [RequestedDocument]) async throws -> [[String]] {
            let bytes = try await DeviceResponse.encode(answers, transcript: shown.transcript)
            return try shown.verifier.verify(
                DeviceResponse(bytes[...]), session: .init(transcript: shown.transcript), request: requests,
                at: DocumentIssuerFixture.now
            ).documents.map(\.failures)
        }
        let (name, both) = (answer(["family_name"]), answer(["family_name", "portrait"]))
        let requests = [request(["family_name"]), request(["portrait"])]
        #expect(try await failures([name, answer(["portrait"])], requests) == [[], []])
        #expect(try await failures([answer(["portrait"]), name], requests) == [[], []])
        #expect(try await failures([both], requests) == [["requested-only MDOC_NOT_REQUESTED"]])
        let third = try await failures([name, answer(["portrait"]), name], requests)
        #expect(third[2] == ["doc-type MDOC_DOCTYPE_NOT_REQUESTED", "requested-only MDOC_NOT_REQUESTED"])
    }

    @Test("one requested age has one answer")
    func oneAge() async throws {
        var shown = try await Presentation()
        shown.request.elements = ["age_over_18", "age_over_21"].map { ElementName(DocumentIssuerFixture.licence, $0) }
        let bytes = try await shown.response()
        #expect(try shown.report(bytes).documents[0].failures.isEmpty)
        shown.request.elements = [ElementName(DocumentIssuerFixture.licence, "age_over_18")]
        #expect(try shown.report(bytes).documents[0].failures == ["requested-only MDOC_NOT_REQUESTED"])
    }

    @Test("an age is concluded only from issuer-signed data, and only when certain")
    func ages() async throws {
        let said: [String: [String: CBORValue]] = [DocumentIssuerFixture.licence: ["age_over_30": true]]
        var shown = try await Presentation { $0.keyAuthorizations = .init(nameSpaces: [DocumentIssuerFixture.licence]) }
        shown.request.elements.append(ElementName(DocumentIssuerFixture.licence, "age_over_30"))
        let bytes = try await shown.response(deviceElements: said)
        let report = try shown.report(bytes).documents[0]
        #expect(
            report.isOver(18, in: DocumentIssuerFixture.licence) == true
                && report.isOver(30, in: DocumentIssuerFixture.licence) == nil)
        let untrusted = try shown.report(bytes, by: DocumentVerifier(trust: IssuerTrust())).documents[0]
        #expect(untrusted.isOver(18, in: DocumentIssuerFixture.licence) == nil)
        var odd = try await Presentation {
            $0.values[DocumentIssuerFixture.licence]?["age_over_18"] = false
            $0.values[DocumentIssuerFixture.licence]?["age_over_21"] = true
        }
        odd.request.elements = ["age_over_18", "age_over_21"].map { ElementName(DocumentIssuerFixture.licence, $0) }
        let forged = try Forged(odd)
        let spaces = odd.issued.nameSpaces.map { space in
            (space.name, space.items.filter { $0.elementIdentifier.hasPrefix("age") }.map { Array($0.encoded) })
        }
        var both = forged
        both.issuerSigned = Forged.issuerSigned(spaces, auth: Array(odd.issued.issuerAuth.encoded))
        let contradiction = try odd.report(try await both.response()).documents[0]
        #expect(
            contradiction.isOver(18, in: DocumentIssuerFixture.licence) == nil
                && contradiction.isOver(21, in: DocumentIssuerFixture.licence) == nil)
    }

    @Test("a licence's issuing country must be its signer's")
    func country() async throws {
        for (country, failures) in [("UT", []), ("UU", ["issuing-country MDOC_ISSUING_COUNTRY"])] {
            var shown = try await Presentation {
                $0.values[DocumentIssuerFixture.licence]?["issuing_country"] = .text(country)
            }
            shown.request.elements.append(ElementName(DocumentIssuerFixture.licence, "issuing_country"))
            #expect(try shown.report(try await shown.response()).documents[0].failures == failures)
        }
    }

    @Test("a tagged issuer message is sent without its tag")
    func tagged() async throws {
        let shown = try await Presentation()
        var writer = CBORWriter()
        writer.map(2)
        writer.text("nameSpaces")
        let item = try CBORReader.item(in: shown.issued.encoded, limits: DocumentLimits.response)
        writer.raw(try #require(item["nameSpaces"]).encoded)
        writer.text("issuerAuth")
        writer.tag(18)
        writer.raw(shown.issued.issuerAuth.encoded)
        let issued = try IssuerSigned(writer.encoded[...])
        let selection = ElementSelection(shown.request, from: issued) { _ in true }
        let bytes = try await DeviceResponse.encode(
            [.init(issued, selection, key: .signature(shown.device))], transcript: shown.transcript)
        let response = try CBORReader.item(in: bytes[...], limits: DocumentLimits.response)
        #expect(response["documents"]?.array?[0]["issuerSigned"]?["issuerAuth"]?.array?.count == 4)
        #expect(try shown.report(bytes).documents[0].failures.isEmpty)
    }

    @Test("names are compared by bytes, not by Unicode equivalence")
    func names() {
        #expect(DocumentType("caf\u{E9}") != DocumentType("cafe\u{301}"))
        #expect(ElementName("n", "caf\u{E9}") != ElementName("n", "cafe\u{301}"))
        let authorizations = KeyAuthorizations(nameSpaces: ["caf\u{E9}"], dataElements: ["n": ["caf\u{E9}"]])
        #expect(authorizations.allow("x", in: "caf\u{E9}") && !authorizations.allow("x", in: "cafe\u{301}"))
        #expect(authorizations.allow("caf\u{E9}", in: "n") && !authorizations.allow("cafe\u{301}", in: "n"))
    }
}
