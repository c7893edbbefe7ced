import Glibc
import JourneyBase
import JourneyHarness

/// The display that shows pages.
enum Screens {
    /// Ensures that there is a display and returns it if it is virtual.
    ///
    /// A virtual display ends itself when the web engine, its only client, has ended. Ending it earlier would terminate this
    /// process through GTK, so it is closed explicitly only if no page was shown.
    static func open(headless: Bool, width: Int = 800, height: Int = 1_000) async throws -> VirtualDisplay? {
        // Accessibility services of a desktop are missing on a bare machine; these settings avoid warnings about that.
        if Environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
            setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
            setenv("GTK_A11Y", "none", 1)
            setenv("WEBKIT_A11Y_BUS_ADDRESS", "", 1)
        }
        if VirtualDisplay.hasScreen, !headless { return nil }
        let display = try await VirtualDisplay(width: width, height: height)
        setenv("DISPLAY", display.name, 1)
        setenv("GDK_BACKEND", "x11", 1)
        unsetenv("WAYLAND_DISPLAY")
        return display
    }
}
