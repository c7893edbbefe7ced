public import Foundation
import Synchronization

/// A wall clock that a test moves.
public final class SandboxTime: Sendable {
    private let moment: Mutex<Date>

    /// Creates a clock. It starts at 2027-01-15T08:00:00Z, like `Dependencies.fixed`.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { moment = Mutex(start) }

    /// Returns the current time.
    public var now: @Sendable () -> Date { { self.moment.withLock(\.self) } }

    /// Moves the clock forward by `seconds`.
    public func pass(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
}
