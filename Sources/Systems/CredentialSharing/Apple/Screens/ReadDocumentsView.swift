#if canImport(UIKit)
public import SwiftUI

/// The reader's tab: what can be asked for, and whatever reading it shows; the camera above it while a code is waited for.
/// What is under way ends when it goes.
///
/// ```swift
/// ReadDocumentsView(sharing) { ScreensView(readerScreens) }
/// ```
public struct ReadDocumentsView<Screens: View>: View {
    private let sharing: DocumentSharing
    private let screens: Screens
    @State private var isScanning = false

    /// `screens` draws what the reader's presenter shows.
    public init(_ sharing: DocumentSharing, @ViewBuilder screens: () -> Screens) {
        self.sharing = sharing
        self.screens = screens()
    }

    public var body: some View {
        let flow = sharing.readerFlow
        let reader = sharing.reader
        VStack(spacing: 0) {
            if isScanning {
                // The screen below says in words what is to be done.
                CameraScanner(reader: reader).frame(maxWidth: .infinity, maxHeight: 360).accessibilityHidden(true)
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
