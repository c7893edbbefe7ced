import CredentialSharing
import JourneyScreens
import SwiftUI

extension DemoTab {
    /// The person's documents, and showing them to somebody beside them.
    @MainActor static let present = DemoTab("Present", image: "person.text.rectangle") { PresentTab(services: $0) }
}

/// The holder. Without a document, as after the first start, it has one made.
struct PresentTab: View {
    let services: DemoServices
    @State private var isReady = false

    var body: some View {
        VStack(spacing: 0) {
            if isReady {
                PresentDocumentsView(services.sharing) { ScreensView(services.holderScreens) }
            } else {
                ProgressView("One moment…")
            }
        }
        .task {
            // Where it cannot be made, the holder says that there is no document.
            try? await SampleLicence.issue(into: services.sharing.documents)
            isReady = true
        }
    }
}
