// What a host with UIKit writes: docs/reference/wallet-pass.md has these lines, and a test runs its twin against a service.
// They stand as there, but for the sender: the compiler of Linux wants one with @IBAction.
// swift-format-ignore-file
import ProntoWalletSDK
import UIKit

@MainActor func start() {
    // begin
    // In AppDelegate or app initialization
    ProntoWallet.shared.configure(with: ProntoConfiguration(
        apiKey: "your_api_user_auth_token",
        environment: .staging  // or .production, .demo, .development(host: "localhost:3000")
    ))
    // end
}

// begin
// When user taps "Add to Wallet"
class TicketsViewController: UIViewController, ProvisioningDelegate {

    @IBAction func addToWalletTapped(_ sender: Any) {
        ProntoWallet.shared.provisionPass(
            tagId: "TICKET-001",
            idAttribute: .referenceId,
            from: self,
            delegate: self
        )
    }

    // MARK: - ProvisioningDelegate

    func provisioningDidComplete() {
        showSuccess("Pass added to Wallet!")
    }

    func provisioning(didFailWith error: ProvisioningError) {
        showError(error.localizedDescription)
    }

    func provisioningDidCancel() {
        // User cancelled
    }
}
// end

extension TicketsViewController {
    func showSuccess(_ text: String) {}
    func showError(_ text: String) {}
}
