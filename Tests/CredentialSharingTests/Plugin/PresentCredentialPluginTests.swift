import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A journey's page requests a document, the user approves, and the bank's server verifies the response.
@Suite(.timeLimit(.minutes(10))) struct PresentCredentialPluginTests {
    private let origin: Origin
    private let office: DocumentIssuerFixture
    private let disk: StoreOnDisk
    private let store: CredentialStore
    private let asked = RequestedDocument(
        docType: .drivingLicence,
        elements: ["family_name", "portrait", "age_over_18"].map { ElementName(DocumentIssuerFixture.licence, $0) })

    init() async throws {
        origin = try #require(Origin(scheme: "https", host: "bank.example", port: 443))
        office = try DocumentIssuerFixture()
        disk = try StoreOnDisk()
        store = await disk.credentials()
        try await store.add(
            try await office.licences(try await store.makeKeys(3)), title: "Licence", use: .single, lowMark: 0)
    }

    private func plugin(
        _ person: ScriptedPerson = ScriptedPerson(), trust: ReaderTrust = ReaderTrust(anchors: []),
        verifier: DocumentVerifier? = nil
    ) -> PresentCredentialPlugin {
        PresentCredentialPlugin(
            origin: origin, source: store, presenter: person, trust: trust, verifier: verifier,
            dependencies: .fixed())
    }

    private func request(_ elements: [String]? = nil, isRetained: Bool = false) throws -> String {
        Base64URL.encode(
            try HolderFixture.request(elements ?? asked.elements.map(\.identifier), isRetained: isRetained))
    }

    /// Returns the bank server's report.
    private func report(
        _ response: ArraySlice<UInt8>, _ transcript: SessionTranscript, _ request: RequestedDocument? = nil
    ) throws -> DocumentReport {
        try #require(
            try DocumentVerifier(trust: office.trust).verify(
                DeviceResponse(response), session: .init(transcript: transcript), request: [request ?? asked],
                at: DocumentIssuerFixture.now
            ).documents.first)
    }

    @Test func `the bank's server decrypts and verifies the allowed elements, and the page cannot read them`()
        async throws
    {
        let website = try WebsiteRequest()
        let person = ScriptedPerson()
        let answer = try await plugin(person).handle(
            "presentCredential",
            params: ["deviceRequest": .string(request()), "encryptionInfo": .string(website.encryptionInfo.text)])
        let text = try #require(answer["response"]?.string)
        let opened = try website.open(EncryptedResponse(text), origin: origin.description)
        let report = try report(opened, website.transcript(origin: origin.description))
        #expect(report.checks(.failed).isEmpty && report[.deviceAuthentication]?.outcome == .passed)
        #expect(Set(report.elements.map(\.name)) == Set(asked.elements))
        #expect(
            answer["shared"]?.array?.compactMap { $0["element"]?.string }.sorted()
                == asked.elements.map(\.identifier).sorted())
        // Neither the envelope nor the list contains a value.
        let page = answer.compactText
        #expect(!page.contains("Muster") && !(Base64URL.decode(text) ?? []).contains(Array("Muster".utf8)))
        // The user saw the destination.
        #expect("\(try #require(person.screen("sharing-consent")))".contains("https://bank.example"))
        #expect(person.faults == [])
        #expect(try await store.credentials()[0].copiesLeft == 2)
    }

    @Test func `a page with a nonce gets exactly the allowed elements`() async throws {
        let nonce = "0123456789abcdef"
        let person = ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.allow { $0.hasSuffix("age_over_18") }])
        let answer = try await plugin(person).handle(
            "presentCredential", params: ["deviceRequest": .string(request(isRetained: true)), "nonce": .string(nonce)])
        let response = try #require(answer["response"]?.string.flatMap { Base64URL.decode($0) })
        let transcript = SessionTranscript(
            .openID4VPDigitalCredentials(origin: "https://bank.example", nonce: nonce, thumbprint: nil))
        let report = try report(response[...], transcript)
        #expect(report.checks(.failed).isEmpty)
        #expect(
            report.elements.map(\.name.identifier) == ["age_over_18"]
                && report.isOver(18, in: DocumentIssuerFixture.licence) == true)
        #expect(!response.contains(Array("Muster".utf8)))
        #expect(
            answer["shared"] == [
                [
                    "docType": "org.iso.18013.5.1.mDL", "nameSpace": "org.iso.18013.5.1", "element": "age_over_18",
                    "retained": true,
                ]
            ])
        // The device's signature is not valid for another website or another run.
        for other in [
            Handover.openID4VPDigitalCredentials(origin: "https://bank.example.evil", nonce: nonce, thumbprint: nil),
            .openID4VPDigitalCredentials(origin: "https://bank.example", nonce: nonce + "0", thumbprint: nil), .qr,
        ] {
            let refused = try self.report(response[...], SessionTranscript(other))
            #expect(refused[.deviceAuthentication]?.outcome == .failed)
        }
    }

    @Test func `each run uses its own copy until none is left`() async throws {
        var signatures: Set<[UInt8]> = []
        for _ in 0..<3 {
            let answer = try await plugin().handle(
                "presentCredential", params: ["deviceRequest": .string(request()), "nonce": "0123456789abcdef"])
            let bytes = try #require(answer["response"]?.string.flatMap { Base64URL.decode($0) })
            let document = try #require(try DeviceResponse(bytes[...]).documents.first)
            signatures.insert(Array(document.issuerSigned.issuerAuth.encoded))
        }
        #expect(signatures.count == 3)
        await #expect {
            try await plugin().handle(
                "presentCredential", params: ["deviceRequest": .string(request()), "nonce": "0123456789abcdef"])
        } throws: {
            ($0 as? JourneyError)?.code == .userCancelled
        }
    }

    @Test func `a denial and a missing document look the same to the page and use no copy`() async throws {
        let deny = ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.press("deny")])
        let none = ScriptedPerson(.bengali, ["sharing-consent": ScriptedPerson.allow { _ in false }])
        let elsewhere = ScriptedPerson()
        let pid = Base64URL.encode(
            try DeviceRequestDraft([
                .init(
                    .personIdentification, [.init("eu.europa.ec.eudi.pid.1", [.init("family_name", isRetained: false)])]
                )
            ])
            .request().encoded)
        for (person, request) in [(deny, try request()), (none, try request()), (elsewhere, pid)] {
            let error = await #expect(throws: JourneyError.self) {
                try await plugin(person).handle(
                    "presentCredential", params: ["deviceRequest": .string(request), "nonce": "0123456789abcdef"])
            }
            #expect(error == JourneyError(.userCancelled, "The user shared nothing."))
            #expect(person.faults == [])
        }
        #expect(elsewhere.shown.map(\.id) == ["sharing-result"])
        #expect(try await store.credentials()[0].copiesLeft == 3)
    }

    @Test func `a signed request shows its signer's name, and an unsigned one a warning`() async throws {
        let website = try WebsiteRequest()
        let key = try P256PrivateKey.generate()
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.country: "UT", .commonName: "Readers"]),
            signer: CertificateSigner(P256PrivateKey.generate()), notBefore: DocumentIssuerFixture.now - 9,
            notAfter: DocumentIssuerFixture.now + 999)
        let leaf = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.country: "UT", .commonName: "Utopia Bank"]), spki: key.publicKey.spki,
                notBefore: DocumentIssuerFixture.now - 9, notAfter: DocumentIssuerFixture.now + 99,
                extensions: [
                    .keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader], isCritical: true),
                ]))
        let trust = ReaderTrust(anchors: [try TrustAnchor(root.certificate)])
        let draft = RequestProfile.ageOver18.draft
        for (origin, isKnown) in [("https://bank.example", true), ("https://other.example", false)] {
            let signed = try await draft.request(
                signedBy: .init(key, chain: [leaf]), for: website.transcript(origin: origin))
            let person = ScriptedPerson()
            _ = try await plugin(person, trust: trust).handle(
                "presentCredential",
                params: [
                    "deviceRequest": .string(Base64URL.encode(signed.encoded)),
                    "encryptionInfo": .string(website.encryptionInfo.text),
                ])
            let words = "\(try #require(person.screen("sharing-consent")))"
            #expect(words.contains("Utopia Bank") == isKnown)
        }
    }

    @Test func `a response that the host's verifier rejects is not sent`() async throws {
        let good = try DocumentVerifier(trust: office.trust)
        let params: JSONValue = ["deviceRequest": .string(try request()), "nonce": "0123456789abcdef"]
        _ = try await plugin(verifier: good).handle("presentCredential", params: params)
        for verifier in [
            DocumentVerifier(trust: IssuerTrust()),
            DocumentVerifier(trust: try DocumentIssuerFixture(name: "Elsewhere").trust),
        ] {
            await #expect { try await plugin(verifier: verifier).handle("presentCredential", params: params) } throws: {
                ($0 as? JourneyError)?.code == .credentialNotVerified
            }
        }
    }

    @Test func `a malformed request is refused before anything is shown`() async throws {
        let request = try request()
        let info = try WebsiteRequest().encryptionInfo.text
        let nonce = "0123456789abcdef"
        let wrong: [JSONValue] = [
            [:], .null, ["deviceRequest": .string(request)], ["nonce": .string(nonce)],
            ["deviceRequest": .string(request), "nonce": "short"], ["deviceRequest": "AAAA", "nonce": .string(nonce)],
            ["deviceRequest": .string(request + "="), "nonce": .string(nonce)],
            ["deviceRequest": .string(request), "encryptionInfo": "AAAA"],
            ["deviceRequest": .string(request), "encryptionInfo": .string(info), "nonce": .string(nonce)],
            ["deviceRequest": .string(request), "nonce": .string(nonce), "origin": "https://evil.example"],
            ["deviceRequest": .string(String(repeating: "A", count: 400_000)), "nonce": .string(nonce)],
            ["deviceRequest": .string(request), "nonce": .string(String(repeating: "n", count: 513))],
        ]
        let person = ScriptedPerson()
        for params in wrong {
            await #expect { try await plugin(person).handle("presentCredential", params: params) } throws: {
                ($0 as? JourneyError)?.code == .validationFail
            }
        }
        await #expect { try await plugin(person).handle("other", params: [:]) } throws: {
            ($0 as? JourneyError)?.code == .bridgeForbidden
        }
        #expect(person.shown.isEmpty)
        #expect(plugin().permissions == [.proximity] && plugin().canHandle("presentCredential"))
    }

    @Test func `one request is asked at a time, and none is answered after the step was left`() async throws {
        let person = ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait])
        let plugin = plugin(person)
        let params: JSONValue = ["deviceRequest": .string(try request()), "nonce": "0123456789abcdef"]
        let first = Task { try await plugin.handle("presentCredential", params: params) }
        await person.waits(for: "sharing-consent")
        await #expect { try await plugin.handle("presentCredential", params: params) } throws: {
            ($0 as? JourneyError)?.code == .bridgeBusy
        }
        first.cancel()
        await #expect(throws: (any Error).self) { try await first.value }
        #expect(try await store.credentials()[0].copiesLeft == 3)
        // The plugin accepts requests again.
        person.learn("sharing-consent", ScriptedPerson.allow { _ in true })
        _ = try await plugin.handle("presentCredential", params: params)
    }
}
