import Foundation
import HSBCPartnerSDK
import JourneyBase

/// The bank that the app talks to: what `journey serve --json` prints, as `sandbox.json` in the app's folder, and beside it the
/// file `context-token`. A UI test names another folder in `JOURNEY_SANDBOX`.
///
/// An app for people has its endpoints in its code, and its token from its own server.
struct DemoSandbox {
    let config: HSBCInitConfig
    let contextToken: Secret

    /// What is missing, in a sentence.
    struct Missing: Error { let sentence: String }

    /// Where the files lie that tell of a sandbox.
    static var folder: URL {
        ProcessInfo.processInfo.environment["JOURNEY_SANDBOX"].map { URL(fileURLWithPath: $0) } ?? DemoFixtures.folder
    }

    static func load() throws -> DemoSandbox {
        guard let token = try? Data(contentsOf: folder.appendingPathComponent("context-token")),
            let json = try? Data(contentsOf: folder.appendingPathComponent("sandbox.json"))
        else { throw Missing(sentence: "There is no sandbox.json with a context-token in the app's folder.") }
        let config = HSBCInitConfig(
            environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
            locale: .current, telemetryOptIn: false, endpoints: try EndpointProfile(json: json, name: "sandbox.json"))
        return DemoSandbox(config: config, contextToken: Secret(copying: token.filter { $0 > 0x20 }))
    }
}
