#if canImport(UIKit)
public import JourneyBase
public import SwiftUI

/// The card's home, full screen: masked, with its last payments, all payments, freezing, unfreezing and “Show”. It starts when
/// the view appears and ends when it disappears.
public struct CardHomeView: View {
    private let details: CardDetails
    private let ended: @MainActor (CardDetailsOutcome) -> Void

    /// Creates the view of the card's home.
    ///
    /// - Parameters:
    ///   - details: The card.
    ///   - ended: Called once each time the view appears: with `completed` and the last viewing, if there was one.
    public init(_ details: CardDetails, ended: @escaping @MainActor (CardDetailsOutcome) -> Void) {
        self.details = details
        self.ended = ended
    }

    public var body: some View { CardFlowView(details, run: { await details.home() }, ended: ended) }
}
#endif
