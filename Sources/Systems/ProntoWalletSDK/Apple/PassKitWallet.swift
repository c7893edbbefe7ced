#if canImport(UIKit)
import Foundation
public import PassKit
public import UIKit
public import WalletPass

/// The wallet of an iPhone, whose sheet is shown over a view controller.
@MainActor public final class PassKitWallet: NSObject, WalletPresenter {
    // A controller that is gone shows nothing, and keeps nobody waiting.
    private weak var host: UIViewController?
    private var closing: CheckedContinuation<Void, Never>?

    public init(over host: UIViewController) { self.host = host }

    public var isAvailable: Bool { PKAddPassesViewController.canAddPasses() }

    public func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        guard var top = host, closing == nil else { throw CancellationError() }
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        // Over what nobody sees, UIKit shows nothing and tells nobody.
        guard top.viewIfLoaded?.window != nil else { throw CancellationError() }
        let sheet = try PKAddPassesViewController(issuerData: Data(issuerData), signature: Data(signature))
        sheet.delegate = self
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                closing = continuation
                top.present(sheet, animated: true)
                if Task.isCancelled || sheet.presentingViewController == nil { close(sheet) }
            }
        } onCancel: {
            Task { @MainActor [weak self, weak sheet] in self?.close(sheet) }
        }
    }

    private func close(_ sheet: UIViewController?) {
        sheet?.dismiss(animated: true)
        closing?.resume()
        closing = nil
    }
}

extension PassKitWallet: PKAddPassesViewControllerDelegate {
    /// Added or not: the wallet tells no more.
    public func addPassesViewControllerDidFinish(_ controller: PKAddPassesViewController) { close(controller) }
}
#endif
