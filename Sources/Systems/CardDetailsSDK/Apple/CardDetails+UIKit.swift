#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

extension CardDetails {
    /// Shows the flow over `controller`, on the whole screen, and takes it away again: for hosts without SwiftUI.
    ///
    /// `.cancelled` when nothing can be presented there: its window is gone.
    public func present(from controller: UIViewController) async -> CardDetailsOutcome {
        var top = controller
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        guard top.viewIfLoaded?.window != nil else { return .cancelled }
        let page = CardDetailsPage()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                page.ended = { continuation.resume(returning: $0) }
                let host = CardDetailsController(rootView: CardDetailsWebView(self) { page.end($0) })
                host.gone = { page.end(.cancelled) }
                host.modalPresentationStyle = .fullScreen
                page.host = host
                top.present(host, animated: true)
                if Task.isCancelled || host.presentingViewController == nil { page.end(.cancelled) }
            }
        } onCancel: {
            Task { @MainActor in page.end(.cancelled) }
        }
    }
}

/// One presentation: told once how it ended, and gone with that.
@MainActor
private final class CardDetailsPage {
    weak var host: UIViewController?
    var ended: ((CardDetailsOutcome) -> Void)?

    func end(_ outcome: CardDetailsOutcome) {
        guard let ended else { return }
        self.ended = nil
        guard let host, host.presentingViewController != nil, !host.isBeingDismissed else { return ended(outcome) }
        // The host goes on when nothing of the card shows any more.
        host.dismiss(animated: true) { ended(outcome) }
    }
}

/// Hears when somebody else takes it away.
private final class CardDetailsController: UIHostingController<CardDetailsWebView> {
    var gone: (() -> Void)?

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isBeingDismissed { gone?() }
    }
}
#endif
