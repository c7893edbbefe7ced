#if canImport(UIKit)
import PassKit
public import UIKit

extension ProntoWallet {
    /// `true` if this device's wallet accepts passes.
    @MainActor public var isWalletAvailable: Bool { PKAddPassesViewController.canAddPasses() }

    /// Lets the person add the pass of a tag to their wallet.
    ///
    /// - Parameters:
    ///   - tagId: The tag's id.
    ///   - idAttribute: The attribute that `tagId` contains.
    ///   - presentingViewController: The view controller that presents Apple's sheet.
    ///   - delegate: Receives the result, once. It is held weakly.
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
