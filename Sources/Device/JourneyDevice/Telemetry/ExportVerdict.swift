internal import Foundation
import JourneyBase

/// What becomes of a batch after one try (OTLP 1.x, "OTLP/HTTP Response").
enum ExportVerdict: Equatable {
    case done
    /// It cannot be delivered: what the receiver refuses now it will refuse again.
    case lost
    case again(after: Duration)

    static let attempts = 5
    /// No receiver makes a device wait longer.
    static let longestWait = Duration.seconds(60)

    /// After try `attempt` (from 1), which was answered with `response` or not at all.
    static func after(
        _ response: HTTPResponse?, attempt: Int, now: Date, random: (Int) -> [UInt8]
    ) -> ExportVerdict {
        // Silence is as a server that is not there at the moment.
        switch response?.status ?? 503 {
        case 200...299: return .done
        case 429, 502, 503, 504: break
        default: return .lost
        }
        guard attempt < attempts else { return .lost }
        // Half a second, doubled with each try, and up to as much again, so that devices do not come back together.
        let backOff = Duration.milliseconds(500 * (1 << (attempt - 1)))
        let wait = backOff + backOff * Double(random(1).first ?? 0) / 255
        guard let asked = response?.headers.retryAfter(now: now) else { return .again(after: min(wait, longestWait)) }
        return asked > longestWait ? .lost : .again(after: max(asked, wait))
    }
}
