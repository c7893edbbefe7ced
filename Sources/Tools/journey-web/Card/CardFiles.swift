import CardDetailsSDK
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyWalletTool

/// The server settings for showing a card, as the SDK's types.
struct CardFiles: Sendable {
    let gateway: Origin
    let vault: Origin
    let trust: TLSTrust
    let card: CardID
    let user: CardUserID
    private let sandbox: SandboxCard

    init(_ invocation: Invocation) throws {
        sandbox = try SandboxCard(invocation)
        guard let card = CardID(sandbox.card), let user = CardUserID(sandbox.user) else {
            throw CommandError.badInput(
                .cardInvalid, "The card ID ‘\(sandbox.card)’ or the user ID ‘\(sandbox.user)’ is invalid.")
        }
        (self.card, self.user) = (card, user)
        (gateway, vault, trust) = (sandbox.gateway, sandbox.vault, sandbox.trust)
    }

    /// Returns a token for the user, valid for five minutes.
    func userToken() async throws -> CardUserToken {
        let token = try await sandbox.userToken()
        return CardUserToken(Secret(copying: token.text.utf8), expires: token.expires)
    }
}
