import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyScreens

/// The README's example, compiled. `HouseTests` compares the two.
func readmeExample(
    bankFile: Data, token: Secret, stateFolder: String, log: @escaping @Sendable (String, [String: AnyCodable]) -> Void
) async throws -> JourneyResult {
    let config = HSBCInitConfig(
        environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
        locale: .current, telemetryOptIn: false, endpoints: try EndpointProfile(json: bankFile))
    try HSBCPartnerSdk.initialize(config: config)
    HSBCPartnerSdk.setEventListener { name, attributes in log(name, attributes) }
    let host = try await JourneyHost.linux(directory: stateFolder, presenter: TerminalPresenter())
    let params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
    let result = await HSBCPartnerSdk.startJourney(from: host, params: params)
    return result
}
