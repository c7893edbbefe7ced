import CashBabaTesting
package import Foundation
package import JourneyBase
import JourneyScreens

/// The screens of all products as people see them, collected from runs against the sandboxes in this process, and the gallery's.
package struct ScreenCatalog: Sendable {
    /// A screen with its place in the catalog.
    package struct Entry: Sendable {
        package var product: String
        package var screen: Screen
        /// The name, unique in the catalog and the same for each language: product, number and id.
        package var name: String
        /// The brand in which it is drawn; `nil` for the package's own theme.
        package var brand: Theme.Brand?
    }

    package let entries: [Entry]
    /// The time at which the screens were shown: the sandboxes' clocks are stopped.
    package let now: Date

    /// A stopped clock and repeatable random bytes, for pictures that must be equal each time.
    package var dependencies: Dependencies { .fixed(now: now) }

    /// Collects the screens in `language`. Screens that are equal to an earlier one of their product are left out.
    package init(in language: Language) async throws {
        let now = try WalletSandbox().time.now()
        var entries: [Entry] = []
        func add(_ product: String, _ screens: [Screen], in brand: Theme.Brand? = nil) {
            var seen: Set<Screen> = []
            for screen in screens.map(ScreenCatalog.steady) where seen.insert(screen).inserted {
                let number = seen.count
                let name = "\(product)-\(number < 10 ? "0" : "")\(number)-\(screen.id)"
                entries.append(Entry(product: product, screen: screen, name: name, brand: brand))
            }
        }
        add("partner", try await ScreenCatalog.partner(language))
        add("wallet", try await ScreenCatalog.wallet(language))
        add("card", try await ScreenCatalog.card(language))
        add("sharing", try await ScreenCatalog.sharing(language))
        let gallery = ScreenGallery.screens(in: language, now: now)
        add("gallery", gallery)
        add("brand", gallery.filter { ScreenCatalog.branded.contains($0.id) }, in: ScreenGallery.brand)
        self.entries = entries
        self.now = now
    }

    /// The ids of the gallery's screens that are drawn in a brand too: they show its logo, accent and corners.
    private static let branded: Set<String> = ["one-time-code", "card", "payment", "receipt", "pass"]

    /// Returns `screen` with the gallery's code in place of a random one, so that two pictures of it are equal.
    private static func steady(_ screen: Screen) -> Screen {
        var screen = screen
        screen.body = screen.body.map { block in
            guard case .code(var code) = block, let modules = ScreenGallery.code else { return block }
            code.modules = modules
            return .code(code)
        }
        return screen
    }
}
