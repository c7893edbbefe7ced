// docs/JourneyKit.docc/GettingStarted.md has these lines.
// begin
import Foundation
import HSBCPartnerSDK

/// Call this once, when the app starts. `bank.json` is a resource of the app.
func initializeJourneys() throws {
    guard let url = Bundle.main.url(forResource: "bank", withExtension: "json") else {
        throw CocoaError(.fileNoSuchFile)
    }
    // The sandbox's names. In production: `.production`, the ids from the bank, and a `bank.json` for production.
    // A `bank.json` of another environment is refused.
    let config = HSBCInitConfig(
        environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client",
        redirectScheme: "yourapp", locale: .current, telemetryOptIn: false,
        endpoints: try EndpointProfile(json: Data(contentsOf: url), name: "bank.json"))
    try HSBCPartnerSdk.initialize(config: config)
    HSBCPartnerSdk.setEventListener { name, attributes in
        // Counts and codes, never what a person typed.
        print(name, attributes["step"]?.string ?? "")
    }
}
// end
