#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import JourneyWeb
public import SwiftUI

/// A view with the page in which the issuer's frames draw the card.
///
/// It is covered while its scene is not in front, such as below the notification centre. It is removed when the app leaves the
/// foreground, or the display is recorded or mirrored.
public struct CardRenderWebView: View {
    private let details: CardDetails
    @State private var scene = SceneVisibilityModel()
    @Environment(\.isSceneCaptured) private var isSceneCaptured

    public init(_ details: CardDetails) { self.details = details }

    private var isCovered: Bool { isSceneCaptured || !scene.isInFront }

    private var isPutAway: Bool { scene.isPutAway }

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
        .background { SceneProbe(scene) }
        .onChange(of: isSceneCaptured, initial: true) { details.concealment.isCaptured = isSceneCaptured }
        .onChange(of: isPutAway, initial: true) { if isPutAway { details.concealment.conceal() } }
        // Remove at once a page that appears while the display is captured or the scene is not in front.
        .onChange(of: details.cardPage.isFilled) {
            if isPutAway || isSceneCaptured { details.concealment.conceal() }
        }
    }
}
#endif
