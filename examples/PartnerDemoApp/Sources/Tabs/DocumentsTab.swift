import CredentialSharing
import JourneyScreens
import SwiftUI

extension DemoTab {
    /// The user's documents, shown to a person nearby; and another person's, read.
    @MainActor static let documents = DemoTab("Documents", image: "person.text.rectangle") { services in
        DocumentsTab(services: services)
    }
}

/// Both sides of credential sharing. Choosing one ends the session of the other.
struct DocumentsTab: View {
    private enum Side: Hashable { case present, read }

    let services: DemoServices
    @State private var side = Side.present

    var body: some View {
        VStack(spacing: 0) {
            Picker("What to do", selection: $side) {
                Text("Present").tag(Side.present)
                Text("Read").tag(Side.read)
            }
            .pickerStyle(.segmented)
            .padding(16)
            switch side {
            case .present: HolderView(services: services)
            case .read: ReadDocumentsView(services.sharing) { ScreensView(services.readerScreens) }
            }
        }
    }
}

/// The holder. Without a document, as after the first start, a sample is issued.
struct HolderView: View {
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
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .task {
            // If issuing fails, the holder shows that there is no document.
            try? await SampleLicence.issue(into: services.sharing.documents)
            isReady = true
        }
    }
}
