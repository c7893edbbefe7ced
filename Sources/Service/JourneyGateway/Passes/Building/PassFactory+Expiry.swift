import Foundation
import JourneyBase

extension PassFactory {
    /// Logs the number of expired certificates, and the days left for the first one that expires within 30 days.
    static func warn(of types: [PassTypeContent], _ log: Log, at now: Date) {
        let days = types.map { $0.daysLeft(at: now) }
        let over = days.count { $0 < 0 }
        if over > 0 {
            log.record(
                .error, "Certificates of pass types have expired; their passes are not signed.", [.count: "\(over)"])
        }
        let soon = days.filter { (0..<PassTypeContent.warningDays).contains($0) }
        if let first = soon.min() {
            log.record(
                .warning,
                "Certificates of pass types expire within thirty days; count is the days left for the first.",
                [.count: "\(first)"])
        }
    }
}
