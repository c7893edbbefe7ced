import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyScreens

/// What the bank gives a partner, beside the journeys' names.
struct BankSettings {
    var gateway: HTTPSURL
    var trust: TLSTrust
    var anchor: ManifestAnchor
    var remoteKeys: JWKSet
}

/// Runs the bank's money transfer from a terminal, and gives its reference.
func sendMoney(_ bank: BankSettings, token: Secret, stateFolder: String) async throws -> String? {
    let config = HSBCInitConfig(
        environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client", redirectScheme: "partnerdemo",
        locale: .current, telemetryOptIn: false,
        endpoints: EndpointProfile(
            gateway: bank.gateway, trust: bank.trust, manifestAnchor: bank.anchor,
            remoteConfigurationKeys: bank.remoteKeys))
    try HSBCPartnerSdk.initialize(config: config)
    let host = try await JourneyHost.linux(directory: stateFolder, presenter: TerminalPresenter())
    let params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
    switch await HSBCPartnerSdk.startJourney(from: host, params: params) {
    case .completed(let payload), .pending(let payload): return payload["reference"]?.string
    case .cancelled: return nil
    case .failed(let code, let message, _): throw JourneyError(ErrorCode(rawValue: code), message)
    }
}
