import CardDetailsSDK
import Foundation

/// Shows a card's number and CVV for a minute, in a window of this machine.
func showCard(
    _ card: CardID, of user: CardUserID, gateway: Origin, vault: Origin, trust: TLSTrust, stateFolder: String,
    backend: @escaping @Sendable () async throws -> Secret
) async throws -> CardDetailsOutcome {
    let host = try await CardDetailsHost.linux(
        directory: stateFolder, trust: trust, presenter: TerminalPresenter()
    ) {
        CardUserToken(try await backend(), expires: .now + 300)
    }
    return try await showCard(card, of: user, gateway: gateway, vault: vault, on: host)
}

/// Runs on any host: this machine's, or a test's.
func showCard(
    _ card: CardID, of user: CardUserID, gateway: Origin, vault: Origin, on host: CardDetailsHost
) async throws -> CardDetailsOutcome {
    let configuration = try CardDetailsConfiguration(gateway: gateway, vault: vault, channels: [.sms])
    return await CardDetailsFlow(configuration, host: host).run(card, of: user)
}
