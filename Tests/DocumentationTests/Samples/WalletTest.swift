import CashBabaTesting
import Foundation
import Testing

@Test("a PIN is set with the sent code")
func setsPIN() async throws {
    let sandbox = try WalletSandbox(WalletCustomer(pin: nil)) { service in
        [
            "welcome": [.press("proceed")],
            "code": [.press("submit", typing: "code") { service.lastCode }],
            "new-pin": [.press("submit", secrets: ["new": "13579", "repeat": "13579"])],
        ]
    }
    let end = try await setPIN(
        on: sandbox.presenter, with: sandbox.sdk, environment: WalletSandbox.environment,
        publicKey: Data(sandbox.service.publicKey.pem.utf8),
        client: (WalletSandbox.Service.clientID, WalletSandbox.Service.clientSecret),
        wToken: "wallet-token")
    #expect(end == "The PIN is set." && sandbox.service.hasPIN("13579"))
}
