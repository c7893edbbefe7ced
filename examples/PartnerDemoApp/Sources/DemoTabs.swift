import SwiftUI

/// All tabs with their services. Their number never changes while the app runs; a phone's tab bar has room for five.
struct DemoTabs: View {
    let services: DemoServices

    var body: some View {
        TabView {
            ForEach(DemoTab.all) { tab in
                tab.content(services).tabItem { Label(tab.title, systemImage: tab.image) }
            }
        }
    }
}

/// One tab. Each is declared in a file of its own below `Tabs/`.
struct DemoTab: Identifiable {
    /// The title, which also identifies the tab.
    let title: String
    /// The name of an SF Symbol.
    let image: String
    /// Creates the content from the app's services.
    let content: @MainActor (DemoServices) -> AnyView

    var id: String { title }

    /// The tabs in order. To add one, add its file, and its name here.
    @MainActor static let all: [DemoTab] = [.journeys, .documents, .card, .pay, .pass]

    @MainActor init<Content: View>(
        _ title: String, image: String, @ViewBuilder content: @escaping @MainActor (DemoServices) -> Content
    ) {
        self.title = title
        self.image = image
        self.content = { AnyView(content($0)) }
    }
}
