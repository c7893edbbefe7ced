// docs/JourneyKit.docc/ProntoWalletGuide.md has these lines.
// begin
import ProntoWalletSDK
import UIKit

final class TicketController: UIViewController, ProvisioningDelegate {
    func addTicket() {
        guard ProntoWallet.shared.isWalletAvailable else { return }
        ProntoWallet.shared.provisionPass(tagId: "TICKET-001", from: self, delegate: self)
    }

    func provisioningDidComplete() { title = "Added." }
    func provisioningDidCancel() { title = nil }
    func provisioning(didFailWith error: ProvisioningError) { title = error.localizedDescription }
}
// end
