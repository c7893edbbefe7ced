import CardDetailsSDK
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyWalletTool

/// What showing a card is told of the servers, as the SDK names it.
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
            throw CommandError.badInput("CARD_INVALID", "‘\(sandbox.card)’ can be no card's id.")
        }
        (self.card, self.user) = (card, user)
        (gateway, vault, trust) = (sandbox.gateway, sandbox.vault, sandbox.trust)
    }

    /// A token for the person, good for five minutes.
    func userToken() async throws -> CardUserToken {
        let token = try await sandbox.userToken()
        return CardUserToken(Secret(copying: token.text.utf8), expires: token.expires)
    }
}
