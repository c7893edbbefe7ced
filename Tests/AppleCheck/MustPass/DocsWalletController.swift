// docs/JourneyKit.docc/CashBabaGuide.md has these lines.
// begin
import CashBaba
import UIKit

final class PINController: UIViewController {
    /// Asks the user to set a PIN, over this screen. Releasing this view controller closes it.
    func setPIN(wToken: HostSecret) {
        let args = NavigationArgs(
            type: .SET_PIN, wToken: wToken, languageCode: "bn", environment: .demo, clientId: "<client-id>",
            clientSecret: "<client-secret>")
        SDKPresenter.present(
            from: self, args: args, onSuccess: { [weak self] _ in self?.title = "The PIN is set." },
            onFailed: { [weak self] failure in self?.title = failure.errorMessage },
            onUserCancel: { [weak self] in self?.title = nil })
    }
}
// end
