import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage

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
        ProcessInfo.processInfo.environment["JOURNEY_SANDBOX"].map { URL(fileURLWithPath: $0) } ?? DemoPapers.folder
    }

    static func load() throws -> DemoSandbox {
        guard let token = try? Data(contentsOf: folder.appendingPathComponent("context-token")),
            let json = try? Data(contentsOf: folder.appendingPathComponent("sandbox.json")),
            let value = try? JSONReader.read([UInt8](json))
        else { throw Missing(sentence: "There is no sandbox.json with a context-token in the app's folder.") }
        return DemoSandbox(
            config: try config(value), contextToken: Secret(copying: token.filter { $0 > 0x20 }))
    }

    private static func config(_ value: JSONValue) throws -> HSBCInitConfig {
        guard let gateway = value["gateway"]?.string.flatMap({ HTTPSURL($0) }),
            let authority = value["authorityPem"]?.string, let anchor = value["anchor"],
            let remoteKeys = value["remoteKeys"], let pins = value["pins"]?.object
        else { throw Missing(sentence: "sandbox.json is not what journey serve --json prints.") }
        let policy = try PinPolicy(pins: pins.mapValues { ($0.array ?? []).compactMap(\.string) })
        return HSBCInitConfig(
            environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
            locale: .current, telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: gateway, trust: TLSTrust(authorities: [authority], pins: policy),
                manifestAnchor: try ManifestAnchor(anchor), remoteConfigurationKeys: try JWKSet(remoteKeys)))
    }
}
