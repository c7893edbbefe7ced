import SwiftUI

/// The app: a tab for each feature of JourneyKit that a partner's app can use.
@main
struct PartnerDemoApp: App {
    @State private var services = DemoServices()

    var body: some Scene {
        WindowGroup { DemoTabs(services: services) }
    }
}
