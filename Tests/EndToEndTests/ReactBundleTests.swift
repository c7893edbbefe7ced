import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyDevice
import JourneySandbox
import JourneyWeb
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// The document of the React bundle, as the engine shows it.
@Suite(
    "The page of a React bundle", .serialized,
    .enabled(if: BundleFixture.isThere, "\(Vectors.missing)"),
    .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay))
struct ReactBundleTests {
    @Test("shows two products, what WebAssembly has calculated, and after a press the chunk that was not loaded before")
    func shown() async throws {
        let programs = try Programs()
        let bundle = try await BundleFixture(programs)
        let seen = Mutex<[String]>([])
        let person = ScriptedPerson { page, _, _ in
            try await page.wait(for: "#products li:nth-child(2)")
            try await page.wait(for: "#fee:not(:empty)")
            let before = await page.evaluate("return String(document.querySelectorAll('#products li').length)") ?? ""
            var texts = [before]
            for selector in ["#fee", "#state", "#products"] {
                texts.append(try await page.text(of: selector).trimmingCharacters(in: .whitespacesAndNewlines))
            }
            try await page.press("#more")
            texts.append(try await page.text(of: "#details"))
            seen.withLock { $0 = texts }
            try await page.press("#continue")
        }
        let options = try sandboxOptions(bundle)
        let sandbox = try await SandboxServer.start(options)
        let result = try await run(sandbox, person, store: programs.folder + "/device")
        await sandbox.stop()
        #expect(person.faults.isEmpty, "\(person.faults)")
        #expect(
            seen.withLock { $0 } == [
                "2", "Fee 125", "connected", "Everyday\nSavings", "No monthly fee. Cards are included.",
            ])
        guard case .completed(let payload) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(payload["reference"] == "STAND-IN-1")
    }

    private func sandboxOptions(_ bundle: BundleFixture) throws -> SandboxOptions {
        var options = try SandboxOptions.ephemeral()
        let pages = try PageSettings.find(manifest: bundle.manifest, pages: nil)
        options.fakeBanks = [
            .init(
                manifest: try bundle.read("manifest.json"), openAPI: try bundle.read("openapi.json"),
                pages: pages.folder, pageSettings: pages.settings)
        ]
        return options
    }

    private func run(_ sandbox: SandboxServer, _ person: ScriptedPerson, store: String) async throws -> JourneyResult {
        let trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: try PinPolicy(pins: sandbox.pins))
        let config = HSBCInitConfig(
            environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
            locale: Locale(identifier: "en_GB"), telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: try #require(HTTPSURL(origin: sandbox.gateway, path: "/")), trust: trust,
                manifestAnchor: sandbox.anchor, remoteConfigurationKeys: sandbox.remoteKeys))
        var host = try await JourneyHost.linux(
            directory: store, presenter: Answers([]), plugins: [], appID: SandboxOptions.appID
        ) { shown in person.sees(shown) }
        host.loadingPresenter = nil
        let result = await RuntimeEngine(config: config).start(
            from: host, params: JourneyStartParams(journeyId: "shop", contextToken: sandbox.contextToken)
        ) { name, attributes in person.hears(name, attributes) }
        await person.rest()
        return result
    }
}
