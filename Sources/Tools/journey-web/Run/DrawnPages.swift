import JourneyHarness
import JourneyWeb

/// Draws pages for commands, on a display of its own that stands from the first to the last.
actor DrawnPages {
    private static let shared = DrawnPages()
    private var display: VirtualDisplay?
    private var isOpen = false

    @Sendable static func picture(_ html: String) async throws -> [UInt8] { try await shared.draw(html) }

    private func draw(_ html: String) async throws -> [UInt8] {
        if !isOpen {
            display = try await Screens.open(headless: true)
            isOpen = true
        }
        return try await PagePictures.png(of: html)
    }
}
