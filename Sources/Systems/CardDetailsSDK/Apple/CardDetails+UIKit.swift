#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

extension CardDetails {
    /// Shows the flow over `controller`, on the whole screen, and takes it away again: for hosts without SwiftUI.
    ///
    /// `.cancelled` when nothing can be presented there, and when the host or the system takes it away. Returns when nothing of the
    /// card shows any more.
    public func present(from controller: UIViewController) async -> CardDetailsOutcome {
        await present(from: controller) { await self.show() }
    }

    /// Shows the card's own place over `controller`, as `CardHomeView` does, and takes it away again. As `present(from:)` otherwise.
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

/// How one presentation ended: told once, whoever ends it.
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
