internal import Foundation
internal import JourneyBase

/// The replay window of one document, in bounded memory.
///
/// Messages older than a forgotten one are refused by their time, so that no message is accepted twice.
struct NonceWindow {
    enum Verdict: Equatable { case fresh, replayed, outOfTime }

    /// In milliseconds.
    private let skew: Int64
    private let capacity: Int
    private var seen: Set<String> = []
    /// In the order of arrival.
    private var order: [(nonce: String, time: Int64)] = []
    private var head = 0
    /// The latest time of forgotten messages: this time or an earlier one is refused.
    private var floor = Int64.min

    init(skew: Duration, capacity: Int) {
        self.skew = Int64(skew / .milliseconds(1))
        self.capacity = capacity
    }

    /// Checks a message of `time`, in milliseconds since 1970, and records it when it is fresh.
    mutating func judge(_ nonce: String, time: Int64, now: Date) -> Verdict {
        let now = Int64((now.timeIntervalSince1970 * 1_000).rounded())
        let (distance, overflows) = time.subtractingReportingOverflow(now)
        guard !overflows, distance.magnitude <= UInt64(skew), time > floor else {
            return seen.contains(nonce) ? .replayed : .outOfTime
        }
        guard seen.insert(nonce).inserted else { return .replayed }
        order.append((nonce, time))
        if order.count - head > capacity { forgetOldest() }
        return .fresh
    }

    private mutating func forgetOldest() {
        let oldest = order[head]
        seen.remove(oldest.nonce)
        floor = max(floor, oldest.time)
        head += 1
        if head > capacity {
            order.removeFirst(head)
            head = 0
        }
    }
}
