#if canImport(UIKit)
public import SwiftUI

/// The holder's tab: the person's documents, and whatever presenting them shows. What is under way ends when it goes.
///
/// ```swift
/// PresentDocumentsView(sharing) { ScreensView(holderScreens) }
/// ```
public struct PresentDocumentsView<Screens: View>: View {
    private let sharing: DocumentSharing
    private let screens: Screens

    /// `screens` draws what the holder's presenter shows.
    public init(_ sharing: DocumentSharing, @ViewBuilder screens: () -> Screens) {
        self.sharing = sharing
        self.screens = screens()
    }

    public var body: some View {
        let flow = sharing.holderFlow
        VStack(spacing: 0) { screens }
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .task { await flow.run() }
    }
}
#endif
