#if canImport(UIKit)
public import JourneyBase
public import SwiftUI

/// The whole flow: the hidden page, the native screens, and the page with the card above them. It starts when the view appears
/// and ends when it disappears.
public struct CardDetailsWebView: View {
    private let details: CardDetails
    private let ended: @MainActor (CardDetailsOutcome) -> Void

    /// Creates the view of the flow.
    ///
    /// - Parameters:
    ///   - details: The card.
    ///   - ended: Called once each time the view appears. If it appears again before the first flow has ended, it is called for
    ///     the last time only.
    public init(_ details: CardDetails, ended: @escaping @MainActor (CardDetailsOutcome) -> Void) {
        self.details = details
        self.ended = ended
    }

    public var body: some View { CardFlowView(details, run: { await details.show() }, ended: ended) }
}

/// The pages and the native screens of one flow.
struct CardFlowView: View {
    private let details: CardDetails
    private let run: @MainActor () async -> CardDetailsOutcome
    private let ended: @MainActor (CardDetailsOutcome) -> Void
    /// The number of times that the view has appeared.
    @State private var visits = 0

    init(
        _ details: CardDetails, run: @escaping @MainActor () async -> CardDetailsOutcome,
        ended: @escaping @MainActor (CardDetailsOutcome) -> Void
    ) {
        self.details = details
        self.run = run
        self.ended = ended
    }

    var body: some View {
        VStack(spacing: 0) {
            CardConsentWebView(details)
            CardRenderWebView(details)
            CardOTPConsentView(details)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .task {
            visits += 1
            let visit = visits
            let outcome = await run()
            if visit == visits { ended(outcome) }
        }
    }
}
#endif
