// docs/JourneyKit.docc/CredentialSharingGuide.md has these lines; `Documents` stands in the block before them.
// begin
import CredentialSharing
import SwiftUI
import UIKit

/// Both sides as view controllers, for a tab bar's `viewControllers`.
@MainActor
func documentTabs(_ documents: Documents) -> [UIViewController] {
    [
        documents.sharing.presentingController { ScreensView(documents.holding) },
        documents.sharing.readingController { ScreensView(documents.reading) },
    ]
}
// end

@MainActor
struct Documents {
    let sharing: DocumentSharing
    let holding: SwiftUIPresenter
    let reading: SwiftUIPresenter
}
