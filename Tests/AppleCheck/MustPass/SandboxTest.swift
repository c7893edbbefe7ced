// What an app's tests write against the sandboxes in their own process, on Apple's systems too.
import CardDetailsTesting
import CashBabaTesting
import CredentialSharingTesting
import HSBCPartnerTesting
import ProntoWalletTesting

enum AppTests {
    static func all() async throws {
        let bank = try BankSandbox()
        let result = try await bank.run(BankSandbox.transfer(1_250))
        let documents = try DocumentSandbox()
        try await documents.issueLicence()
        let shared = try await documents.share(.ageOver18)
        let card = try CardSandbox { service in
            ["card-code": [.press("confirm", typing: "code") { service.lastCode }], "card-shown": [.press("hide")]]
        }
        let shown = await card.show()
        let wallet = try WalletSandbox { _ in ["confirm-pin": [.press("submit", secrets: ["pin": "24680"])]] }
        let paid = await wallet.present(.PAYMENT) { $0.paymentReference = "PAY-1" }
        let passes = try PassSandbox()
        let added = try await passes.pronto.provisionPass(tagId: "TICKET-001", on: passes.wallet)
        _ = (result, shared.reader, shown, paid, added)
    }
}
