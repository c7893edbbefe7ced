// docs/JourneyKit.docc/GettingStarted.md has these lines; the first part is Tests/DocumentationTests/Samples/BankFile.swift,
// which stands here too so that it is seen to compile for Apple's systems.
import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage

/// What the bank gives a partner, as one JSON file: `journey serve --json` prints the sandbox's.
struct BankFile {
    let gateway: HTTPSURL
    /// Whom to believe: the bank's authorities (none means the system's), and two pins at least for each host.
    let trust: TLSTrust
    /// The roots that sign the keys of manifests.
    let anchor: ManifestAnchor
    let remoteKeys: JWKSet

    init(_ bytes: [UInt8]) throws {
        let json = try JSONReader.read(bytes)
        guard let gateway = json["gateway"]?.string.flatMap({ HTTPSURL($0 + "/") }), let anchor = json["anchor"],
            let remoteKeys = json["remoteKeys"], let pins = json["pins"]?.object
        else { throw JourneyError(.configurationInvalid, "The bank's file lacks something.") }
        self.gateway = gateway
        trust = TLSTrust(
            authorities: [json["authorityPem"]?.string].compactMap(\.self),
            pins: try PinPolicy(pins: pins.mapValues { ($0.array ?? []).compactMap(\.string) }))
        self.anchor = try ManifestAnchor(anchor)
        self.remoteKeys = try JWKSet(remoteKeys)
    }

    var endpoints: EndpointProfile {
        EndpointProfile(gateway: gateway, trust: trust, manifestAnchor: anchor, remoteConfigurationKeys: remoteKeys)
    }
}

// begin
/// Once, when the app starts. `bank.json` is a resource of the app.
func initializeJourneys() throws {
    guard let url = Bundle.main.url(forResource: "bank", withExtension: "json") else {
        throw JourneyError(.configurationInvalid, "The app has no bank.json.")
    }
    let bank = try BankFile(Array(Data(contentsOf: url)))
    // The sandbox's names. In production: `.production`, the ids that the bank gave you, and a `bank.json` whose anchor
    // is of production: an environment that differs is refused.
    let config = HSBCInitConfig(
        environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client",
        redirectScheme: "yourapp", locale: .current, telemetryOptIn: false, endpoints: bank.endpoints)
    try HSBCPartnerSdk.initialize(config: config)
    HSBCPartnerSdk.setEventListener { name, attributes in
        // Counts and codes, never what a person typed.
        print(name, attributes["step"]?.string ?? "")
    }
}
// end
