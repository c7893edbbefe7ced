#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

extension CardDetails {
    /// Shows the flow full screen over `controller` and dismisses it at the end. For hosts without SwiftUI.
    ///
    /// - Parameter controller: The view controller to present over.
    /// - Returns: The outcome, once nothing of the card is visible. It is `.cancelled` when nothing can be presented, and when
    ///   the
    ///   host or the system dismisses the flow.
    public func present(from controller: UIViewController) async -> CardDetailsOutcome {
        await present(from: controller) { await self.show() }
    }

    /// Shows the card's home over `controller`, as `CardHomeView` does, and dismisses it at the end. For hosts without SwiftUI.
    ///
    /// - Parameter controller: The view controller to present over.
    /// - Returns: The outcome, once nothing of the card is visible. It is `.cancelled` when nothing can be presented, and when
    ///   the
    ///   host or the system dismisses the flow.
    public func presentHome(from controller: UIViewController) async -> CardDetailsOutcome {
        await present(from: controller) { await self.home() }
    }

    private func present(
        from controller: UIViewController, _ run: @escaping @MainActor () async -> CardDetailsOutcome
    ) async -> CardDetailsOutcome {
        let page = CardDetailsPage()
        let content = UIHostingController(rootView: CardFlowView(self, run: run) { page.end($0) })
        let presentation = await Presentation.begin(
            CoverController(around: content), over: controller, clock: ContinuousClock(),
            takenAway: { page.end(.cancelled) })
        guard let presentation else { return .cancelled }
        let outcome = await withTaskCancellationHandler {
            await page.outcome()
        } onCancel: {
            Task { @MainActor in page.end(.cancelled) }
        }
        await presentation.end()
        return outcome
    }
}

/// Reports the end of one presentation once, whatever ends it.
@MainActor
private final class CardDetailsPage {
    private var ended: CardDetailsOutcome?
    private var waiting: CheckedContinuation<CardDetailsOutcome, Never>?

    func end(_ outcome: CardDetailsOutcome) {
        guard ended == nil else { return }
        ended = outcome
        waiting?.resume(returning: outcome)
        waiting = nil
    }

    func outcome() async -> CardDetailsOutcome {
        if let ended { return ended }
        return await withCheckedContinuation { waiting = $0 }
    }
}
#endif
