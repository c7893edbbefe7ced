import HSBCPartnerTesting
import Testing

@Test("money is sent once, and its reference is returned")
func sendsMoney() async throws {
    let sandbox = try BankSandbox(balance: 500_000)
    // The page immediately does what a user would: it requests 12.50.
    let host = sandbox.host(BankSandbox.transfer(1_250), try await sandbox.transport())
    let token = Secret(copying: BankSandbox.contextToken.utf8)
    #expect(try await sendMoney(sandbox.config, token: token, on: host) == "TX-1")
    #expect(sandbox.bank.transfers == 1 && sandbox.bank.balance == 498_750)
}
