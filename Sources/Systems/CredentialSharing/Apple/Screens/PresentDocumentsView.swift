#if canImport(UIKit)
public import SwiftUI

/// The holder's tab: the user's documents and the screens of presenting them. A transaction under way ends when the
/// view disappears.
///
/// ```swift
/// PresentDocumentsView(sharing) { ScreensView(holderScreens) }
/// ```
public struct PresentDocumentsView<Screens: View>: View {
    private let sharing: DocumentSharing
    private let screens: Screens

    /// Creates the holder's tab.
    ///
    /// - Parameters:
    ///   - sharing: The holder and its documents.
    ///   - screens: The view that draws what the holder's presenter shows.
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
