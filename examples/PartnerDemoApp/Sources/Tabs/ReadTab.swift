import CredentialSharing
import JourneyScreens
import SwiftUI

extension DemoTab {
    /// Reading somebody else's documents.
    @MainActor static let read = DemoTab("Read", image: "qrcode.viewfinder") { services in
        ReadDocumentsView(services.sharing) { ScreensView(services.readerScreens) }
    }
}
