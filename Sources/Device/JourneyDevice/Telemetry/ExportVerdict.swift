internal import Foundation
import JourneyBase

/// The result of one attempt to export a batch (OTLP 1.x, "OTLP/HTTP Response").
enum ExportVerdict: Equatable {
    case done
    /// The receiver refuses the batch, and would refuse it again.
    case lost
    case again(after: Duration)

    static let attempts = 5
    /// The longest wait that a receiver can request.
    static let longestWait = Duration.seconds(60)

    /// Returns the verdict after attempt `attempt` (from 1), with `response` or without one.
    static func after(
        _ response: HTTPResponse?, attempt: Int, now: Date, random: (Int) -> [UInt8]
    ) -> ExportVerdict {
        // No response counts as 503.
        switch response?.status ?? 503 {
        case 200...299: return .done
        case 429, 502, 503, 504: break
        default: return .lost
        }
        guard attempt < attempts else { return .lost }
        // Half a second, doubled with each attempt, plus up to as much again, so that devices don't retry together.
        let backOff = Duration.milliseconds(500 * (1 << (attempt - 1)))
        let wait = backOff + backOff * Double(random(1).first ?? 0) / 255
        guard let asked = response?.headers.retryAfter(now: now) else { return .again(after: min(wait, longestWait)) }
        return asked > longestWait ? .lost : .again(after: max(asked, wait))
    }
}
