import Foundation
import JourneyBase
internal import Synchronization

/// Hands pin reports on, each kind seldom: an attacker must not be able to turn every connection into two.
public final class PinReporter: Sendable {
    private let limiter: Mutex<PinReportLimiter>
    private let deliver: @Sendable (PinReport) -> Void

    /// A reporter that hands to `deliver`, on a thread of the client, at most one report for a host and a reason in each
    /// `interval`. `deliver` must not block.
    init(interval: TimeInterval = 3_600, deliver: @escaping @Sendable (PinReport) -> Void) {
        limiter = Mutex(PinReportLimiter(interval: interval))
        self.deliver = deliver
    }

    /// A reporter that posts each report as JSON to `url` through `transport`, and forgets it where that fails.
    ///
    /// The route must lie outside of what it reports: give a transport without a reporter, and an address on a host whose
    /// pins `policy` does not hold; else `CONFIGURATION_INVALID` is thrown. Otherwise nobody would ever hear of pins that
    /// went wrong everywhere at once.
    static func posting(
        to url: HTTPSURL, through transport: any HTTPTransport, outside policy: PinPolicy,
        interval: TimeInterval = 3_600
    ) throws(JourneyError) -> PinReporter {
        guard !policy.covers(url.origin.host) else {
            throw JourneyError(
                .configurationInvalid, "Reports about pins would go to \(url.origin), which is pinned itself.")
        }
        return PinReporter(interval: interval) { report in
            let request = HTTPRequest(
                method: .post, url: url, headers: ["Content-Type": "application/json"], body: report.json.compactBytes)
            // Nobody waits for it, and nothing hangs on it.
            Task { _ = try? await transport.send(request, options: HTTPOptions(bodyLimit: 4_096)) }
        }
    }

    /// Hands `report` on unless its kind was reported lately.
    func report(_ report: PinReport) {
        if limiter.withLock({ $0.admits(report) }) { deliver(report) }
    }
}

/// Which reports go out, as a value.
struct PinReportLimiter {
    private struct Kind: Hashable {
        let host: String
        let reason: PinReport.Reason
    }

    let interval: TimeInterval
    private var last: [Kind: Date] = [:]
    /// More kinds than a configuration has hosts for would be names below a set that includes subdomains, made up.
    private static let kindLimit = 64

    init(interval: TimeInterval) { self.interval = interval }

    /// Whether `report` goes out, by its own time. A clock that was set back does not silence anything.
    mutating func admits(_ report: PinReport) -> Bool {
        let kind = Kind(host: report.host, reason: report.reason)
        if let time = last[kind], report.time >= time, report.time.timeIntervalSince(time) < interval { return false }
        if last[kind] == nil, last.count >= PinReportLimiter.kindLimit {
            last = last.filter { report.time >= $0.value && report.time.timeIntervalSince($0.value) < interval }
            guard last.count < PinReportLimiter.kindLimit else { return false }
        }
        last[kind] = report.time
        return true
    }
}
