import Glibc
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyWeb

/// Renders pages for commands, on one virtual display for all of them.
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

    /// Disables the engine's sandbox if the kernel does not allow it, because the engine would abort. These pages are built in:
    /// they have no scripts and load nothing.
    private static func probe() async {
        guard Environment[WebSandboxProbe.switchOff] == nil, await !WebSandboxProbe.isAllowed() else { return }
        setenv(WebSandboxProbe.switchOff, "1", 1)
        Terminal.standard().talk(
            "This system does not allow the web engine's sandbox; the picture is rendered without it.")
    }
}
