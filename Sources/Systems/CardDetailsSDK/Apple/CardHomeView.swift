#if canImport(UIKit)
public import JourneyBase
public import SwiftUI

/// The card's own place: masked, with its last payments, all payments, freezing, unfreezing and “Show”, over the whole screen. It
/// begins when it comes up, and ends when it goes.
public struct CardHomeView: View {
    private let details: CardDetails
    private let ended: @MainActor (CardDetailsOutcome) -> Void

    /// `ended` is called once for each time that the view comes up: `completed` with the last viewing, if there was one.
    public init(_ details: CardDetails, ended: @escaping @MainActor (CardDetailsOutcome) -> Void) {
        self.details = details
        self.ended = ended
    }

    public var body: some View { CardFlowView(details, run: { await details.home() }, ended: ended) }
}
#endif
