import Foundation
import HSBCPartnerSDK
import JourneyBase

/// The bank that the app talks to: the output of `journey serve --json` as `sandbox.json` in the app's folder, and the file
/// `context-token` beside it. A UI test names another folder in `JOURNEY_SANDBOX`.
///
/// A released app has its endpoints in its code, and gets its token from its own server.
struct DemoSandbox {
    let config: HSBCInitConfig
    let contextToken: Secret

    /// The error of a missing file, with a sentence for the user.
    struct Missing: Error { let sentence: String }

    /// The folder of the files that describe a sandbox.
    static var folder: URL {
        ProcessInfo.processInfo.environment["JOURNEY_SANDBOX"].map { URL(fileURLWithPath: $0) } ?? DemoFixtures.folder
    }

    static func load() throws -> DemoSandbox {
        guard let token = try? Data(contentsOf: folder.appendingPathComponent("context-token")),
            let json = try? Data(contentsOf: folder.appendingPathComponent("sandbox.json"))
        else { throw Missing(sentence: "The app's folder has no sandbox.json with a context-token.") }
        let config = HSBCInitConfig(
            environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
            locale: .current, telemetryOptIn: false, endpoints: try EndpointProfile(json: json, name: "sandbox.json"))
        return DemoSandbox(config: config, contextToken: Secret(copying: token.filter { $0 > 0x20 }))
    }
}
