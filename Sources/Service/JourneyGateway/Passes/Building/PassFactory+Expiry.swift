import Foundation
import JourneyBase

extension PassFactory {
    /// Says which certificates are over, or will be within thirty days: how many there are, and how many days the first has.
    static func warn(of types: [PassTypeContent], _ log: Log, at now: Date) {
        let days = types.map { $0.daysLeft(at: now) }
        let over = days.count { $0 < 0 }
        if over > 0 {
            log.record(.error, "Certificates of pass types are over: nothing is signed with them.", [.count: "\(over)"])
        }
        let soon = days.filter { (0..<PassTypeContent.warningDays).contains($0) }
        if let first = soon.min() {
            log.record(
                .warning,
                "Certificates of pass types are over within thirty days; the first in as many days as counted.",
                [.count: "\(first)"])
        }
    }
}
