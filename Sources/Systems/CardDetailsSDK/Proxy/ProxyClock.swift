internal import Foundation
internal import JourneyBase
internal import Synchronization

/// The offset between the proxy's clock and the device's, which the user can set.
final class ProxyClock: Sendable {
    /// The tolerance in seconds: `Date` has whole seconds, and responses take time.
    private static let tolerance: TimeInterval = 3

    /// The number of seconds by which the device is ahead.
    private let ahead = Mutex<TimeInterval>(0)

    /// Records the `Date` of a response that arrived at `now` (RFC 9110, section 6.6.1).
    func record(_ text: String?, now: Date) {
        guard let moment = text.flatMap({ HTTPDate.moment($0, now: now) }) else { return }
        let difference = now.timeIntervalSince(moment)
        ahead.withLock { $0 = abs(difference) > ProxyClock.tolerance ? difference : 0 }
    }

    /// Converts the proxy's time `moment` to the device's clock.
    func here(_ moment: Date) -> Date { moment + ahead.withLock { $0 } }
}
