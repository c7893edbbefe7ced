import CredentialSharing
import JourneyBase
import JourneyTesting
import LicenceSupport
import MobileDocument
import Testing

@testable import HSBCPartnerSDK

/// A signed journey that asks for a document: the engine, the plugin and a person's documents.
@Suite("A document as a step of a journey", .timeLimit(.minutes(10)))
struct PresentCredentialTests {
    private static let nonce = "0123456789abcdef"
    private let wallet: LicenceWallet
    private let params: JSONValue

    init() async throws {
        wallet = try await LicenceWallet(now: JourneyFixture.now)
        params = try wallet.ask(nonce: Self.nonce)
    }

    /// Runs a journey whose page asks once and leaves; returns what the page and the host received.
    private func ask(
        _ person: LicenceOwner, allow: [String], granted: Set<PluginPermission> = [.biometrics, .proximity]
    ) async throws -> (page: EventRecorder.Entry, host: EventRecorder) {
        let seen = EventRecorder()
        let params = params
        var world = try JourneyFixture { page in
            try await page.connect()
            do {
                seen.record("answer", try await page.request("presentCredential", params).object ?? [:])
            } catch let refused as ScriptedDocument.Refused {
                seen.record(refused.code, [:])
            }
            try await page.emit("cancel")
        }
        world.manifest = world.manifest.with("steps.form.bridgeAllow", .array(allow.map { .string($0) }))
        let result = try await run(&world, person, granted)
        #expect(result == .cancelled)
        #expect(seen.entries.count == 1)
        return (try #require(seen.entries.first), world.events)
    }

    private func run(
        _ world: inout JourneyFixture, _ person: LicenceOwner, _ granted: Set<PluginPermission>
    ) async throws -> JourneyResult {
        world.plugins.append(
            PresentCredentialPlugin(
                origin: world.bankOrigin, source: wallet.store, presenter: person, dependencies: world.dependencies))
        var host = world.host(try await world.transport())
        host.permissions = granted
        let events = world.events
        return await world.engine().start(from: host, params: world.params) { events.record($0, $1) }
    }

    @Test("the page of a step that lists the method gets only the elements that the person allowed")
    func allowed() async throws {
        let person = LicenceOwner { $0.hasSuffix("age_over_18") }
        let (page, host) = try await ask(person, allow: ["presentCredential"])
        #expect(page.name == "answer" && Set(page.attributes.keys) == ["response", "shared"])
        #expect(page.attributes["shared"]?.array?.map { $0["element"]?.string } == ["age_over_18"])
        let response = try #require(page.attributes["response"]?.string.flatMap { Base64URL.decode($0) })
        // The bank verifies it for this website and this run.
        let report = try #require(try wallet.report(response, origin: "https://bank.example", nonce: Self.nonce))
        #expect(report.checks(.failed).isEmpty && report[.deviceAuthentication]?.outcome == .passed)
        #expect(report.elements.map(\.name.identifier) == ["age_over_18"])
        // Unshared items appear nowhere; the person was asked once, for both, and saw the recipient.
        #expect(
            !response.contains(Array(LicenceWallet.familyName.utf8))
                && !"\(host.entries)".contains(LicenceWallet.familyName))
        let screen = try #require(person.screens.first)
        #expect(person.screens.count == 1 && "\(screen)".contains("https://bank.example"))
        #expect(LicenceOwner.choices(of: screen).count == 2)
        #expect(try await wallet.copiesLeft == 1)
    }

    @Test("a person's refusal is USER_CANCELLED for the page and uses no copy")
    func denied() async throws {
        let (page, _) = try await ask(LicenceOwner { _ in false }, allow: ["presentCredential"])
        #expect(page.name == "USER_CANCELLED" && page.attributes.isEmpty)
        #expect(try await wallet.copiesLeft == 2)
    }

    @Test("an unlisted method or missing proximity permission is BRIDGE_FORBIDDEN, and nothing is shown")
    func forbidden() async throws {
        for (allow, granted) in [
            (["performBiometric"], [.biometrics, .proximity]), ([], [.biometrics, .proximity]),
            (["presentCredential"], [.biometrics]),
        ] as [([String], Set<PluginPermission>)] {
            let person = LicenceOwner { _ in true }
            let (page, _) = try await ask(person, allow: allow, granted: granted)
            #expect(page.name == "BRIDGE_FORBIDDEN" && page.attributes.isEmpty)
            #expect(person.screens.isEmpty)
        }
        #expect(try await wallet.copiesLeft == 2)
    }

    @Test("a native step presents a credential where proximity is granted; otherwise the journey shows nothing")
    func native() async throws {
        for isGranted in [true, false] {
            let person = LicenceOwner { _ in true }
            var world = try JourneyFixture()
            world.manifest = world.manifest.with("steps.biometric.plugin", "present_credential")
                .with("steps.biometric.params", params)
            let result = try await run(&world, person, isGranted ? [.biometrics, .proximity] : [.biometrics])
            #expect(JourneyFixture.word(result) == (isGranted ? "completed" : "PERMISSION_DENIED"))
            #expect(person.screens.count == (isGranted ? 1 : 0) && world.page.loads.isEmpty != isGranted)
            #expect(try await wallet.copiesLeft == 1)
        }
    }
}
