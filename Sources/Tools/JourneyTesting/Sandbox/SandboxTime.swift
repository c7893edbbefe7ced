public import Foundation
import Synchronization

/// A wall clock that a test moves.
public final class SandboxTime: Sendable {
    private let moment: Mutex<Date>

    /// 2027-01-15T08:00:00Z, as `Dependencies.fixed` has it.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { moment = Mutex(start) }

    /// The time that it shows.
    public var now: @Sendable () -> Date { { self.moment.withLock(\.self) } }

    /// Lets `seconds` pass.
    public func pass(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
}
