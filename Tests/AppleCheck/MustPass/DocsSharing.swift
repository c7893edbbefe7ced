// docs/JourneyKit.docc/CredentialSharing.md has these lines.
// begin
import CredentialSharing
import JourneyScreens
import MobileDocument
import SwiftUI

/// Both sides as tabs. The Keychain does not keep two stores of documents apart: make `sharing` once, for the process.
struct DocumentTabs: View {
    let sharing: DocumentSharing
    let holding: SwiftUIPresenter
    let reading: SwiftUIPresenter

    var body: some View {
        TabView {
            PresentDocumentsView(sharing) { ScreensView(holding) }.tabItem { Label("Present", systemImage: "qrcode") }
            ReadDocumentsView(sharing) { ScreensView(reading) }
                .tabItem { Label("Read", systemImage: "qrcode.viewfinder") }
        }
    }
}
// end
