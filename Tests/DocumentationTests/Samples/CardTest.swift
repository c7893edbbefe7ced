import CardDetailsTesting
import Testing

@Test("the card is drawn after the sent code, and removed when the person hides it")
func showsCard() async throws {
    let sandbox = try CardSandbox { service in
        ["card-code": [.press("confirm", typing: "code") { service.lastCode }], "card-shown": [.press("hide")]]
    }
    let outcome = try await showCard(
        CardSandbox.card, of: CardSandbox.user, gateway: CardSandbox.origin, vault: CardSandbox.vault, on: sandbox.host)
    guard case .completed(let viewing) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(viewing.end == .hidden)
    #expect(sandbox.service.drawn == [CardSandbox.card.rawValue] && sandbox.service.openTokens == 0)
}
