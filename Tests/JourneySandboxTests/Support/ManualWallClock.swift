import Foundation
import Synchronization

/// A wall clock that is advanced manually.
final class ManualWallClock: Sendable {
    private let seconds = Mutex<Double>(1_800_000_000)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advance(seconds more: Double) { seconds.withLock { $0 += more } }
}
