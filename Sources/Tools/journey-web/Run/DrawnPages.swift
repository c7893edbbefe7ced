import Glibc
import JourneyBase
import JourneyCLI
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
            await DrawnPages.probe()
            display = try await Screens.open(headless: true)
            isOpen = true
        }
        return try await PagePictures.png(of: html)
    }

    /// Where the kernel refuses the engine's sandbox, the engine would abort. These pages are this package's own: they have no
    /// script and fetch nothing.
    private static func probe() async {
        guard Environment[WebSandboxProbe.switchOff] == nil, await !WebSandboxProbe.isAllowed() else { return }
        setenv(WebSandboxProbe.switchOff, "1", 1)
        Terminal.standard().talk("This system refuses the web engine's sandbox; the picture is drawn without it.")
    }
}
