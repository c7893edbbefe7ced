#if canImport(UIKit)
public import JourneyBase
public import SwiftUI

/// The whole flow: the hidden page, the native screens, and the page with the card above them. It begins when it comes up, and
/// ends when it goes.
public struct CardDetailsWebView: View {
    private let details: CardDetails
    private let ended: @MainActor (CardDetailsOutcome) -> Void

    /// `ended` is called once for each time that the view comes up.
    public init(_ details: CardDetails, ended: @escaping @MainActor (CardDetailsOutcome) -> Void) {
        self.details = details
        self.ended = ended
    }

    public var body: some View {
        VStack(spacing: 0) {
            CardConsentWebView(details)
            CardRenderWebView(details)
            CardOTPConsentView(details)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .task { ended(await details.show()) }
    }
}
#endif
