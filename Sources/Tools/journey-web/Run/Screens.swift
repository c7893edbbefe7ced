import Glibc
import JourneyBase
import JourneyHarness

/// The display that pages are shown on.
enum Screens {
    /// Makes sure of a display: the person's, or a virtual one, which is given back.
    ///
    /// The virtual one ends by itself when the web engine, its only client, is gone. Ending it earlier would take this
    /// process with it, as GTK has it; so it is ended by hand only where no page was ever shown.
    static func open(headless: Bool) async throws -> VirtualDisplay? {
        // What a desktop offers for accessibility is not there on a bare machine, and its absence is no news.
        if Environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
            setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
            setenv("GTK_A11Y", "none", 1)
            setenv("WEBKIT_A11Y_BUS_ADDRESS", "", 1)
        }
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment[$0]?.isEmpty == false }
        if hasDisplay, !headless { return nil }
        let display = try await VirtualDisplay()
        setenv("DISPLAY", display.name, 1)
        setenv("GDK_BACKEND", "x11", 1)
        unsetenv("WAYLAND_DISPLAY")
        return display
    }
}
