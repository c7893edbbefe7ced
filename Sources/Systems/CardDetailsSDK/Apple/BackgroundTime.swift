#if canImport(UIKit)
internal import UIKit

/// The background time in which an app finishes a task after it has left the foreground.
enum BackgroundTime {
    /// Runs `work` and asks the system not to suspend the app meanwhile.
    ///
    /// If the system suspends the app anyway, the work pauses with it. The pending revocation is stored and resumed later.
    @MainActor static func finishing(_ work: @escaping @Sendable () async -> Void) async {
        let time = BackgroundTimeToken()
        await work()
        time.end()
    }
}

/// One background task, which is ended once.
@MainActor private final class BackgroundTimeToken {
    private var id = UIBackgroundTaskIdentifier.invalid

    init() {
        id = UIApplication.shared.beginBackgroundTask(withName: "Revoking a card's token") { [weak self] in
            // Called on the main thread. The system terminates an app that does not end its background task.
            MainActor.assumeIsolated { self?.end() }
        }
    }

    func end() {
        guard id != .invalid else { return }
        UIApplication.shared.endBackgroundTask(id)
        id = .invalid
    }
}
#endif
