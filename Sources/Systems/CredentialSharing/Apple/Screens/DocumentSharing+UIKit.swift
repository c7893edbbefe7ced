#if canImport(UIKit)
public import SwiftUI
public import UIKit

extension DocumentSharing {
    /// Returns the holder's tab for hosts without SwiftUI: `PresentDocumentsView` in a view controller.
    ///
    /// ```swift
    /// tabs.viewControllers = [sharing.presentingController { ScreensView(holding) }, sharing.readingController { ScreensView(reading) }]
    /// ```
    @MainActor public func presentingController(@ViewBuilder screens: () -> some View) -> UIViewController {
        UIHostingController(rootView: PresentDocumentsView(self, screens: screens))
    }

    /// Returns the reader's tab for hosts without SwiftUI: `ReadDocumentsView` in a view controller.
    @MainActor public func readingController(@ViewBuilder screens: () -> some View) -> UIViewController {
        UIHostingController(rootView: ReadDocumentsView(self, screens: screens))
    }
}
#endif
