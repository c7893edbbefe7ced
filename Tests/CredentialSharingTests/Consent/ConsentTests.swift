import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct ConsentTests {
    private static let space = DocumentIssuerFixture.licence

    /// An authority of readers, and a reader with this name.
    private struct Readers {
        let trust: ReaderTrust
        let signer: DeviceRequestDraft.Signer

        init(_ name: String) throws {
            let key = try P256PrivateKey.generate()
            let root = try CertificateAuthority.root(
                subject: DistinguishedName([.country: "UT", .commonName: "Readers"]),
                signer: CertificateSigner(P256PrivateKey.generate()), notBefore: DocumentIssuerFixture.now - 9,
                notAfter: DocumentIssuerFixture.now + 999)
            let leaf = try root.issue(
                CertificateContent(
                    subject: DistinguishedName([.country: "UT", .commonName: name]), spki: key.publicKey.spki,
                    notBefore: DocumentIssuerFixture.now - 9, notAfter: DocumentIssuerFixture.now + 99,
                    extensions: [
                        .keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader], isCritical: true),
                    ]))
            trust = ReaderTrust(anchors: [try TrustAnchor(root.certificate)])
            signer = DeviceRequestDraft.Signer(key, chain: [leaf])
        }
    }

    @Test func `the reader's name comes from a trusted authority, or the screen shows a warning`() async throws {
        let known = try Readers("ACME Cars")
        let stranger = try Readers("ACME Cars")
        let sly = try Readers("Police\u{202E}\u{200B}")
        let transcript = SessionTranscript(.qr)
        let draft = DeviceRequestDraft([
            .init(.drivingLicence, [.init(Self.space, [.init("portrait", isRetained: false)])]),
            .init(.drivingLicence, [.init(Self.space, [.init("sex", isRetained: false)])]),
        ])
        func reader(
            _ request: DeviceRequest, _ trust: ReaderTrust = known.trust, _ now: SessionTranscript? = nil
        ) -> ConsentRequest.Reader {
            ConsentRequest.Reader(
                of: request, transcript: now ?? transcript, trust: trust, at: DocumentIssuerFixture.now)
        }
        let signed = try await draft.request(signedBy: known.signer, for: transcript)
        #expect(reader(signed) == .verified(name: "ACME Cars"))
        let whole = try await draft.request(signedBy: known.signer, for: transcript, asWhole: true)
        #expect(reader(whole) == .verified(name: "ACME Cars"))
        #expect(reader(try draft.request()) == .unsigned)
        // The same name by an unknown authority, and a signature for another session.
        for request in [
            try await draft.request(signedBy: stranger.signer, for: transcript),
            try await draft.request(signedBy: known.signer, for: SessionTranscript(.website(readerEngagement: [1]))),
        ] {
            guard case .unproven = reader(request) else {
                Issue.record("\(reader(request))")
                continue
            }
        }
        // Characters in a name can neither reverse nor hide text.
        let tricky = try await draft.request(signedBy: sly.signer, for: transcript)
        #expect(reader(tricky, sly.trust) == .verified(name: "Police"))
        for (reader, severity) in [
            (ConsentRequest.Reader.verified(name: "A"), Screen.Notice.Severity.info), (.unsigned, .warning),
            (.unproven(code: "X"), .warning),
        ] {
            let request = ConsentRequest(try draft.request(), cards: [], reader: reader)
            let screen = HolderScreens(language: .english).consent(request)
            guard case .notice(let notice)? = screen.body.first else {
                Issue.record("no notice")
                continue
            }
            #expect(notice.severity == severity)
            #expect(
                screen.title == (severity == .info ? "A is requesting your data" : "A reader is requesting your data"))
        }
    }

    /// Returns the consent request for a holder of one licence.
    private func ask(_ elements: [String], _ content: DocumentIssuer.Content = DocumentIssuerFixture.content())
        async throws
        -> ConsentRequest
    {
        let card = try await Wallet.card("one", DocumentIssuerFixture(), content)
        let request = try DeviceRequest(HolderFixture.request(elements)[...])
        return ConsentRequest(
            request, cards: [SelectedDocument(credential: card.credential, document: card.document)], reader: .unsigned)
    }

    @Test func `the person can look at each value that would be shared, in words; a picture has none`() async throws {
        let request = try await ask(["family_name", "birth_date", "issuing_country", "age_over_18", "portrait"])
        func values(_ language: Language) throws -> [String: String] {
            let screen = HolderScreens(language: language).consent(request)
            #expect(screen.isPrivate, "It has the person's data.")
            guard case .consent(let consent)? = screen.field("items")?.kind else { return [:] }
            return Dictionary(
                consent.items.compactMap { item in item.value.map { (item.label, $0) } }, uniquingKeysWith: { $1 })
        }
        let english = try values(.english)
        #expect(english["Family name"] == "Muster" && english["Date of birth"] == "1 February 1990")
        #expect(english["Whether you are 18 or over"] == "yes" && english["Photo"] == nil && english.count == 4)
        #expect(try values(.bengali)["জন্ম তারিখ"] == "১ ফেব্রুয়ারি ১৯৯০")
    }

    @Test func `each item shows the purposes that the reader states for its document, or none`() async throws {
        let card = try await Wallet.card("one", DocumentIssuerFixture(), DocumentIssuerFixture.content())
        let cards = [SelectedDocument(credential: card.credential, document: card.document)]
        func ask(_ element: String, _ info: [String: CBORValue] = [:]) -> DeviceRequestDraft.Document {
            .init(.drivingLicence, [.init(Self.space, [.init(element, isRetained: false)])], requestInfo: info)
        }
        func purposes(
            _ draft: DeviceRequestDraft, _ language: Language = .english,
            of reader: ConsentRequest.Reader = .verified(name: "ACME")
        ) throws -> [String?] {
            let request = ConsentRequest(try draft.request(), cards: cards, reader: reader)
            let screen = HolderScreens(language: language).consent(request)
            guard case .consent(let consent)? = screen.field("items")?.kind else { return [] }
            return consent.items.map(\.purpose)
        }
        #expect(try purposes(DeviceRequestDraft([ask("family_name")])) == [nil])
        // Characters that reverse or hide text are taken out of the reader's words.
        let words = ask("family_name", ["purpose": .text("Hire\u{202E} a car\n")])
        #expect(try purposes(DeviceRequestDraft([words])) == ["Purpose, as the reader states it: Hire a car"])
        #expect(try purposes(DeviceRequestDraft([ask("sex", ["purpose": .integer(1)])])) == [])
        #expect(try purposes(DeviceRequestDraft([ask("family_name", ["purpose": .integer(1)])])) == [nil])
        // Nothing that an unknown reader wrote is shown.
        for reader in [ConsentRequest.Reader.unsigned, .unproven(code: "X")] {
            #expect(try purposes(DeviceRequestDraft([words]), of: reader) == [nil])
        }
        // A use case of version 1.1 speaks of the documents in its sets alone.
        let hinted = DeviceRequestDraft(
            [words, ask("birth_date"), ask("family_name")],
            useCases: [
                .init(isMandatory: true, documentSets: [[0], [2]], purposeHints: ["org.example": 3]),
                .init(isMandatory: false, documentSets: [[2]], purposeHints: ["org.example": 3, "org.other": -1]),
            ])
        #expect(
            try purposes(hinted) == [
                """
                Purpose, as the reader states it: Hire a car
                Purpose, as the reader states it: number 3 of org.example
                Purpose, as the reader states it: number -1 of org.other
                """, nil,
            ])
        #expect(
            try purposes(hinted, .arabic).first??.hasSuffix("رقم -١ في قائمة \u{2068}org.other\u{2069}") == true)
    }

    @Test(arguments: [
        ("age_over_18", 18, true, "Whether you are 18 or over"),
        ("age_over_20", 21, true, "Whether you are 20 or over (answer: 21 or over)"),
        ("age_over_70", 65, false, "Whether you are 70 or over (answer: under 65)"),
        ("age_over_65", 65, false, "Whether you are 65 or over"),
    ])
    func `a requested age shows which held statement answers it`(
        asked: String, held: Int, isReached: Bool, label: String
    ) async throws {
        let request = try await ask([asked])
        #expect(request.items.first?.age?.held == held && request.items.first?.age?.isReached == isReached)
        let screen = HolderScreens(language: .english).consent(request)
        guard case .consent(let consent)? = screen.field("items")?.kind else { return }
        #expect(consent.items.map(\.label) == [label])
    }

    @Test func `a requested age beyond every held statement is not asked about`() async throws {
        let request = try await ask(["age_over_40"])
        #expect(request.items.isEmpty && request.unknownDocuments == 1)
    }

    @Test func `consent lists only elements of the chosen documents, by document, with retention`()
        async throws
    {
        let office = try DocumentIssuerFixture()
        let stage = try await HolderFixture(
            person: ScriptedPerson(.bengali, ["sharing-consent": ScriptedPerson.allow { $0.hasSuffix("portrait") }]),
            office: office)
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let draft = DeviceRequestDraft([
            .init(
                .drivingLicence,
                [
                    .init(Self.space, [.init("portrait", isRetained: true), .init("sex", isRetained: false)]),
                    .init("org.example", [.init("portrait", isRetained: false)]),
                ]),
            .init(.personIdentification, [.init("x", [.init("y", isRetained: true)])]),
            .init(.drivingLicence, [.init(Self.space, [.init("family_name", isRetained: false)])]),
        ])
        let answer = try await reader.ask(Array(draft.request().encoded))
        #expect(await end.value.word == "success 1")
        let screen = try #require(stage.person.screen("sharing-consent"))
        guard case .consent(let consent)? = screen.field("items")?.kind else { return }
        #expect(consent.groups.map(\.title) == ["Licence one"] && consent.groups.map(\.detail) == [nil])
        #expect(consent.items.map(\.label) == ["ছবি", "পদবি"] && consent.items.map(\.isRetained) == [true, false])
        // Two items that the document lacks, and one document that is not presented.
        #expect(screen.text?.contains("২টি তথ্য") == true && screen.text?.contains("১টি নথি") == true)
        // Partial consent: one element of one document.
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        let items = response.documents.flatMap { $0.issuerSigned.nameSpaces.flatMap(\.items) }
        #expect(items.map(\.elementIdentifier) == ["portrait"])
        await stage.close()
    }

    @Test func `elements that were not requested are not shared, even if allowed`() async throws {
        let stage = try await HolderFixture(person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        try await reader.send(reader.sealed(HolderFixture.request(["portrait"])))
        await stage.person.waits(for: "sharing-consent")
        let names = ["portrait", "family_name", "birth_date"]
        stage.orchestrator.userDidConsent(
            items: Set(
                names.map { ConsentRequest.ItemID(credential: "one", name: ElementName(Self.space, $0)) }
                    + [.init(credential: "two", name: ElementName(Self.space, "portrait"))]))
        let answer = try await reader.answer()
        #expect(await end.value.word == "success 1")
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        let items = response.documents.flatMap { $0.issuerSigned.nameSpaces.flatMap(\.items) }
        #expect(items.map(\.elementIdentifier) == ["portrait"])
        await stage.close()
    }

    @Test func `a request for unavailable elements only is answered without asking the person`() async throws {
        let stage = try await HolderFixture()
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let answer = try await reader.ask(HolderFixture.request(["nothing_of_this"]))
        #expect(await end.value.word == "success 0" && stage.person.screen("sharing-consent") == nil)
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        #expect(response.entries.isEmpty)
        #expect(stage.wallet.uses.isEmpty && stage.person.screen("sharing-result")?.title == "Nothing was shared")
        await stage.close()
    }
}
