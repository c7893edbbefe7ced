#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import JourneyWeb
public import SwiftUI

/// Holds the page in which the issuer's frames draw the card. It is covered while the app is not active, as when the system asks
/// for a face, and gone when the app is put away or the display is recorded or mirrored.
public struct CardRenderWebView: View {
    private let details: CardDetails
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.isSceneCaptured) private var isSceneCaptured

    public init(_ details: CardDetails) { self.details = details }

    private var isCovered: Bool { isSceneCaptured || scenePhase != .active }

    private var isPutAway: Bool { scenePhase == .background }

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
        .onChange(of: isSceneCaptured, initial: true) { details.concealment.isCaptured = isSceneCaptured }
        .onChange(of: isPutAway, initial: true) { if isPutAway { details.concealment.conceal() } }
        // A page that comes up while somebody records, or nobody is there, goes at once.
        .onChange(of: details.cardPage.isFilled) {
            if isPutAway || isSceneCaptured { details.concealment.conceal() }
        }
    }
}
#endif
