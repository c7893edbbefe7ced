import SwiftUI

/// All tabs, with what they stand on. Their number never changes while the app runs; a phone's bar has room for five.
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
    /// What it is called, and what it is known by.
    let title: String
    /// The name of a symbol.
    let image: String
    /// What it shows, made of the app's services.
    let content: @MainActor (DemoServices) -> AnyView

    var id: String { title }

    /// The tabs in the order in which they stand. Who adds a tab adds its file, and its name here.
    @MainActor static let all: [DemoTab] = [.journeys, .documents, .card, .pay, .pass]

    @MainActor init<Content: View>(
        _ title: String, image: String, @ViewBuilder content: @escaping @MainActor (DemoServices) -> Content
    ) {
        self.title = title
        self.image = image
        self.content = { AnyView(content($0)) }
    }
}
