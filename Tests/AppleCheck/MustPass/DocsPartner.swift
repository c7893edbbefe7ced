// docs/JourneyKit.docc/PartnerSDK.md and GettingStarted.md have these lines.
// begin
import HSBCPartnerSDK
import UIKit

final class TransferController: UIViewController {
    /// Starts the bank's journey over this screen. `token` comes from your backend, which asked the bank for it.
    func sendMoney(token: Secret) {
        let params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
        HSBCPartnerSdk.startJourney(from: self, params: params) { [weak self] result in
            self?.title =
                switch result {
                case .completed(let payload): "Sent: \(payload["reference"]?.string ?? "")"
                case .pending: "We can't confirm the transfer yet. Check with your bank before you send it again."
                case .cancelled: "Not sent."
                case .failed(let code, _, let recoverable): recoverable ? "Please try again." : "Not sent: \(code)"
                }
        }
    }
}
// end
