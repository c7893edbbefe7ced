#if canImport(UIKit)
internal import JourneyWeb
public import SwiftUI

/// A view with the page that asks the issuer for a code. It must be in a window to work, but is invisible to users, touches and
/// VoiceOver.
public struct CardConsentWebView: View {
    private let details: CardDetails

    public init(_ details: CardDetails) { self.details = details }

    public var body: some View {
        PageSlotView(details.consentPage)
            .frame(width: 1, height: 1)
            .opacity(0)
            .accessibilityHidden(true)
    }
}
#endif
