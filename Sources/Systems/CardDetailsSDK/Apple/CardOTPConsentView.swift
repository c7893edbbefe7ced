#if canImport(UIKit)
internal import JourneyScreens
public import SwiftUI

/// The native screens of the flow: the choice of a channel, the code, and errors.
public struct CardOTPConsentView: View {
    private let details: CardDetails

    public init(_ details: CardDetails) { self.details = details }

    public var body: some View { ScreensView(details.screens) }
}
#endif
