internal import Foundation
internal import JourneyBase
internal import Synchronization

/// The proxy's clock beside the device's, which a person may have set as they please.
final class ProxyClock: Sendable {
    /// `Date` counts in seconds, and takes its time to arrive.
    private static let tolerance: TimeInterval = 3

    /// By how much the device is ahead.
    private let ahead = Mutex<TimeInterval>(0)

    /// Hears the `Date` of an answer that came at `now` (RFC 9110, section 6.6.1).
    func hear(_ text: String?, now: Date) {
        guard let moment = text.flatMap({ HTTPDate.moment($0, now: now) }) else { return }
        let difference = now.timeIntervalSince(moment)
        ahead.withLock { $0 = abs(difference) > ProxyClock.tolerance ? difference : 0 }
    }

    /// When it will be `moment` there, as the device counts.
    func here(_ moment: Date) -> Date { moment + ahead.withLock { $0 } }
}
