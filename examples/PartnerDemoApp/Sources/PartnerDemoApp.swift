import SwiftUI

/// The app: a tab for each thing that a partner's app can do with JourneyKit.
@main
struct PartnerDemoApp: App {
    @State private var services = DemoServices()

    var body: some Scene {
        WindowGroup { DemoTabs(services: services) }
    }
}
