#if canImport(UIKit)
internal import JourneyScreens
public import SwiftUI

/// The reader's tab: the available requests and the screens of reading, with the camera above while a code is expected.
///
/// A transaction under way ends when the view disappears.
///
/// ```swift
/// ReadDocumentsView(sharing) { ScreensView(readerScreens) }
/// ```
public struct ReadDocumentsView<Screens: View>: View {
    private let sharing: DocumentSharing
    private let screens: Screens
    @State private var isScanning = false

    /// Creates the reader's tab.
    ///
    /// - Parameters:
    ///   - sharing: The reader.
    ///   - screens: The view that draws what the reader's presenter shows.
    public init(_ sharing: DocumentSharing, @ViewBuilder screens: () -> Screens) {
        self.sharing = sharing
        self.screens = screens()
    }

    public var body: some View {
        let flow = sharing.readerFlow
        let reader = sharing.reader
        VStack(spacing: 0) {
            if isScanning {
                // The screen below describes the task in words.
                CameraScanner(reader: reader).overlay { CameraFrame() }
                    .frame(maxWidth: .infinity, maxHeight: 360).accessibilityHidden(true)
            }
            screens
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .task { await flow.run() }
        .task {
            for await state in await reader.states() { isScanning = state.kind == .scanning }
            isScanning = false
        }
    }
}
#endif
