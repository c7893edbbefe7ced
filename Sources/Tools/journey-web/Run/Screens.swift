import Glibc
import JourneyBase
import JourneyHarness

/// The display that pages are shown on.
enum Screens {
    /// Runs `body` with the person's display, or with a virtual one that goes away afterwards.
    static func with<Value: Sendable>(
        headless: Bool, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // What a desktop offers for accessibility is not there on a bare machine, and its absence is no news.
        if Environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
            setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
            setenv("GTK_A11Y", "none", 1)
        }
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment[$0]?.isEmpty == false }
        if hasDisplay, !headless { return try await body() }
        let display = try await VirtualDisplay()
        setenv("DISPLAY", display.name, 1)
        setenv("GDK_BACKEND", "x11", 1)
        unsetenv("WAYLAND_DISPLAY")
        do {
            let value = try await body()
            await display.close()
            return value
        } catch {
            await display.close()
            throw error
        }
    }
}
