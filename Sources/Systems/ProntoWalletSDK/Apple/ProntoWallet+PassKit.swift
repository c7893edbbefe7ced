#if canImport(UIKit)
import PassKit
public import UIKit

extension ProntoWallet {
    /// Whether this device's wallet takes passes.
    @MainActor public var isWalletAvailable: Bool { PKAddPassesViewController.canAddPasses() }

    /// Lets the person add the pass of a tag to their wallet; `delegate` is told how it ended, once. It is not kept alive.
    @MainActor public func provisionPass(
        tagId: String, idAttribute: TagIdAttribute = .referenceId, from presentingViewController: UIViewController,
        delegate: any ProvisioningDelegate
    ) {
        provisionPass(
            tagId: tagId, idAttribute: idAttribute, on: PassKitWallet(over: presentingViewController),
            delegate: delegate)
    }
}
#endif
