internal import CWebKitGTK
internal import JourneyBase

/// Whatever touches GTK or WebKitGTK: one thread of its own, for the whole process.
@globalActor
public actor GTKActor {
    public static let shared = GTKActor()
    let executor = GTKExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    @GTKActor private static var hasDisplay: Bool?

    /// Opens the display, once. Throws `DISPLAY_UNAVAILABLE` when there is none to open.
    @GTKActor static func openDisplay() throws(JourneyError) {
        let opened = hasDisplay ?? (gtk_init_check() != 0)
        hasDisplay = opened
        guard opened else {
            throw JourneyError(
                .displayUnavailable, "No display to show pages on: start a desktop session, or run under xvfb-run -a.")
        }
    }

    /// Whether there is a display that pages can be shown on.
    @GTKActor package static func canShowPages() -> Bool { (try? openDisplay()) != nil }

    /// Runs `body`, which a C callback calls on the GTK thread, as the actor's own.
    ///
    /// The thread is checked; then the isolation that the type cannot express is dropped, as `MainActor` does it.
    nonisolated static func assumeIsolated<T>(_ body: @GTKActor () throws -> T) rethrows -> T {
        GTKActor.shared.executor.checkIsolated()
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> T).self)()
        }
    }
}
