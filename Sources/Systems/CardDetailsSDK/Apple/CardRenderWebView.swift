#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import JourneyWeb
public import SwiftUI

/// Holds the page in which the issuer's frames draw the card, covered while the app is put away or the display is recorded or
/// mirrored; the flow takes the card away then.
public struct CardRenderWebView: View {
    private let details: CardDetails
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.isSceneCaptured) private var isSceneCaptured

    public init(_ details: CardDetails) { self.details = details }

    private var isCovered: Bool { isSceneCaptured || scenePhase != .active }

    public var body: some View {
        ZStack {
            if details.cardPage.isFilled {
                PageSlotView(details.cardPage)
                    .opacity(isCovered ? 0 : 1)
                    .accessibilityHidden(isCovered)
                    .privacySensitive(true)
                    .frame(minHeight: 360)
                if isCovered { Text(verbatim: details.screens.language(.covered)) }
            }
        }
        .onChange(of: isCovered, initial: true) { if isCovered { details.concealment.conceal() } }
        // A page that comes up while somebody records goes at once.
        .onChange(of: details.cardPage.isFilled) { if isCovered { details.concealment.conceal() } }
    }
}
#endif
