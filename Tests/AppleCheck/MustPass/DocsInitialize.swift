// docs/JourneyKit.docc/GettingStarted.md has these lines.
// begin
import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage

/// What the bank gave us, as the files that ship with the app.
struct BankFiles {
    var gateway: HTTPSURL
    var trust: TLSTrust
    var anchor: ManifestAnchor
    var remoteKeys: JWKSet
}

/// Once, when the app starts.
func initializeJourneys(_ bank: BankFiles) throws {
    let config = HSBCInitConfig(
        environment: .production, partnerId: "your-partner-id", clientId: "your-client-id",
        redirectScheme: "yourapp", locale: .current, telemetryOptIn: false,
        endpoints: EndpointProfile(
            gateway: bank.gateway, trust: bank.trust, manifestAnchor: bank.anchor,
            remoteConfigurationKeys: bank.remoteKeys))
    try HSBCPartnerSdk.initialize(config: config)
    HSBCPartnerSdk.setEventListener { name, attributes in
        // Counts and codes, never what a person typed.
        print(name, attributes["step"]?.string ?? "")
    }
}
// end
