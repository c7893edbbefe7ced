#if canImport(UIKit)
internal import UIKit

/// The time that the system leaves an app to finish what it has begun when it is put away.
enum BackgroundTime {
    /// Does `work`, and asks the system not to suspend the app meanwhile. When it wants to all the same, the work stands still with
    /// the app; what was to be revoked is still written down then.
    @MainActor static func finishing(_ work: @escaping @Sendable () async -> Void) async {
        let time = BackgroundTimeToken()
        await work()
        time.end()
    }
}

/// One such time, which is given back once.
@MainActor private final class BackgroundTimeToken {
    private var id = UIBackgroundTaskIdentifier.invalid

    init() {
        id = UIApplication.shared.beginBackgroundTask(withName: "Revoking a card's token") { [weak self] in
            // Called on the main thread; an app that does not give the time back is ended.
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
