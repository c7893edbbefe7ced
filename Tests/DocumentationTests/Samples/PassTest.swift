import ProntoWalletTesting
import Testing

@Test("a ticket is added to the wallet and recorded by the service")
func addsTicket() async throws {
    let sandbox = try PassSandbox(tags: ["TICKET-001"])
    let isAdded = try await addTicket(
        "TICKET-001", with: sandbox.pronto, at: .development(host: PassSandbox.origin.host), to: sandbox.wallet
    ) { PassSandbox.apiToken }
    #expect(isAdded && sandbox.wallet.passes.keys.sorted() == ["TICKET-001"] && sandbox.wallet.faults == [])
}
