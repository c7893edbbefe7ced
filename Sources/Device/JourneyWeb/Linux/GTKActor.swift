internal import CWebKitGTK
internal import JourneyBase

/// The actor of GTK and WebKitGTK: one dedicated thread for the whole process.
@globalActor
public actor GTKActor {
    public static let shared = GTKActor()
    let executor = GTKExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    @GTKActor private static var hasDisplay: Bool?

    /// Opens the display, once. Throws `DISPLAY_UNAVAILABLE` when there is none.
    @GTKActor static func openDisplay() throws(JourneyError) {
        let opened = hasDisplay ?? (gtk_init_check() != 0)
        hasDisplay = opened
        guard opened else {
            throw JourneyError(
                .displayUnavailable, "No display to show pages on: start a desktop session, or run under xvfb-run -a.")
        }
    }

    /// Returns `true` when there is a display for pages.
    @GTKActor package static func canShowPages() -> Bool { (try? openDisplay()) != nil }

    /// Runs `body`, which a C callback calls on the GTK thread, as isolated to this actor.
    ///
    /// The thread is checked; then the isolation that the type can't express is dropped, as `MainActor` does it.
    nonisolated static func assumeIsolated<T>(_ body: @GTKActor () throws -> T) rethrows -> T {
        GTKActor.shared.executor.checkIsolated()
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> T).self)()
        }
    }
}
