import CredentialSharing
import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneySandbox
import JourneyTesting
import JourneyWeb
import LicenceSupport
import MobileDocument
import SandboxServices
import Testing

/// A page of a signed journey, in a real engine, requests a document and gets the data that the user allowed.
@Suite(
    "A page that requests a document", .serialized,
    .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct PresentCredentialTests {
    private static let nonce = "0123456789abcdef"

    /// Runs the transfer to the recipient's page, which makes one request and is then left; returns the page's result.
    private func ask(
        allow methods: [String], wallet: LicenceWallet, by owner: LicenceOwner
    ) async throws -> (answer: JSONValue, origin: Origin, events: EventRecorder) {
        let params = try wallet.ask(nonce: Self.nonce)
        let heard = Shared<String?>(nil)
        var asked: (JSONValue, Origin, EventRecorder)?
        try await EndToEndFixture.visit(changing: { manifest in
            manifest = JSONValue.object(manifest).allowing(methods, in: "recipient").object ?? [:]
        }) { town in
            var town = town
            town.plugins = [
                PresentCredentialPlugin(origin: town.sandbox.bank, source: wallet.store, presenter: owner)
            ]
            let person = ScriptedPerson { page, step, visit in
                guard step == "recipient" else { return try await ScriptedPerson.transfer(page, step, visit) }
                let answer = await page.evaluate(
                    """
                    const { Journey } = await import("/pages/assets/journey-bridge.js");
                    const bridge = await Journey.connect();
                    try { return JSON.stringify(await bridge.request("presentCredential", \(params.compactText))); }
                    catch (error) { return JSON.stringify({ code: error.code, members: Object.keys(error) }); }
                    """)
                heard.change { $0 = answer }
                try await page.press("#cancel")
            }
            let result = try await town.transfer(by: person)
            #expect(result == .cancelled && person.faults == [])
            #expect(town.steps == ["intro", "recipient", "cancelled"])
            let text = try #require(heard.value)
            asked = (try JSONReader.read(Array(text.utf8)), town.sandbox.bank, town.events)
        }
        return try #require(asked)
    }

    @Test(
        "the page gets all or only the allowed elements, signed for the bank's website",
        arguments: [["age_over_18", "family_name"], ["age_over_18"]])
    func allowed(items: [String]) async throws {
        let wallet = try await LicenceWallet(now: Date())
        let owner = LicenceOwner { id in items.contains { id.hasSuffix($0) } }
        let (answer, origin, events) = try await ask(allow: ["presentCredential"], wallet: wallet, by: owner)
        #expect(Set((answer.object ?? [:]).keys) == ["response", "shared"])
        #expect(answer["shared"]?.array?.compactMap { $0["element"]?.string }.sorted() == items)
        let response = try #require(answer["response"]?.string.flatMap { Base64URL.decode($0) })
        let report = try #require(try wallet.report(response, origin: "\(origin)", nonce: Self.nonce))
        #expect(report.checks(.failed).isEmpty && report[.deviceAuthentication]?.outcome == .passed)
        #expect(report.elements.map(\.name.identifier).sorted() == items)
        // The data that the user removed does not occur in it; the host's events contain no document data.
        let name = Array(LicenceWallet.familyName.utf8)
        #expect(response.contains(name) == items.contains("family_name"))
        #expect(!"\(events.entries)".contains(LicenceWallet.familyName))
        // The response is not valid for another website or another run.
        for (site, nonce) in [("https://evil.example", Self.nonce), ("\(origin)", "fedcba9876543210")] {
            let elsewhere = try wallet.report(response, origin: site, nonce: nonce)
            #expect(elsewhere?[.deviceAuthentication]?.outcome == .failed)
        }
        // The user was asked once, for both, and saw the recipient.
        let screen = try #require(owner.screens.first)
        #expect(owner.screens.count == 1 && "\(screen)".contains("\(origin)"))
        #expect(LicenceOwner.choices(of: screen).count == 2)
        #expect(try await wallet.copiesLeft == 1)
    }

    @Test(
        "the page gets USER_CANCELLED on denial, and BRIDGE_FORBIDDEN without a question if unlisted"
    )
    func refused() async throws {
        let wallet = try await LicenceWallet(now: Date())
        for (methods, code, screens) in [
            (["presentCredential"], "USER_CANCELLED", 1), (["performBiometric"], "BRIDGE_FORBIDDEN", 0),
        ] {
            let owner = LicenceOwner { _ in methods != ["presentCredential"] }
            let (answer, _, _) = try await ask(allow: methods, wallet: wallet, by: owner)
            #expect(answer["code"]?.string == code && answer["response"] == nil, "\(answer)")
            #expect(owner.screens.count == screens)
        }
        #expect(try await wallet.copiesLeft == 2)
    }
}
