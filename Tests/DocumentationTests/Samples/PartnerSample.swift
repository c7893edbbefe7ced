import Foundation
import HSBCPartnerSDK

/// Runs the bank's money transfer with the user at this machine, and returns its reference.
func sendMoney(_ bank: EndpointProfile, token: Secret, stateFolder: String) async throws -> String? {
    let config = HSBCInitConfig(
        environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
        locale: .current, telemetryOptIn: false, endpoints: bank)
    let host = try await JourneyHost.linux(directory: stateFolder, presenter: TerminalPresenter())
    return try await sendMoney(config, token: token, on: host)
}

/// Runs on any host: this machine's, or a test's.
func sendMoney(_ config: HSBCInitConfig, token: Secret, on host: JourneyHost) async throws -> String? {
    try HSBCPartnerSdk.initialize(config: config)
    let params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
    switch await HSBCPartnerSdk.startJourney(from: host, params: params) {
    case .completed(let payload), .pending(let payload): return payload["reference"]?.string
    case .cancelled: return nil
    case .failed(let code, let message, _): throw JourneyError(ErrorCode(rawValue: code), message)
    }
}
