public import Foundation
public import JourneyBase
internal import Synchronization

/// A sender of pin reports with a rate limit, so that an attacker can't turn every connection into two.
public final class PinReporter: Sendable {
    private let limiter: Mutex<PinReportLimiter>
    private let deliver: @Sendable (PinReport) -> Void

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - interval: The time in seconds in which a host and a reason are reported once.
    ///   - deliver: Receives each report, on a thread of the client. It must not block.
    public init(interval: TimeInterval = 3_600, deliver: @escaping @Sendable (PinReport) -> Void) {
        limiter = Mutex(PinReportLimiter(interval: interval))
        self.deliver = deliver
    }

    /// Creates a reporter that posts each report as JSON to `url` through `transport`, without retries.
    ///
    /// The reports' route must be independent of the pins: pass a transport without a reporter, and a host that `policy` does not
    /// pin. Otherwise reports about wrong pins would never arrive.
    ///
    /// - Parameters:
    ///   - url: The address that takes the reports.
    ///   - transport: The transport for them.
    ///   - policy: The app's pins.
    ///   - interval: The time in seconds in which a host and a reason are reported once.
    /// - Returns: The reporter.
    /// - Throws: `CONFIGURATION_INVALID` for a pinned host.
    public static func posting(
        to url: HTTPSURL, through transport: any HTTPTransport, outside policy: PinPolicy,
        interval: TimeInterval = 3_600
    ) throws(JourneyError) -> PinReporter {
        guard !policy.covers(url.origin.host) else {
            throw JourneyError(
                .configurationInvalid, "Pin reports can't be sent to \(url.origin), because it is pinned itself.")
        }
        return PinReporter(interval: interval) { report in
            let request = HTTPRequest(
                method: .post, url: url, headers: ["Content-Type": "application/json"], body: report.json.compactBytes)
            // Not awaited: nothing depends on the result.
            Task { _ = try? await transport.send(request, options: HTTPOptions(bodyLimit: 4_096)) }
        }
    }

    /// Delivers `report` unless its kind was reported recently.
    func report(_ report: PinReport) {
        if limiter.withLock({ $0.admits(report) }) { deliver(report) }
    }
}

/// The rate limit of reports, as a value.
struct PinReportLimiter {
    private struct Kind: Hashable {
        let host: String
        let reason: PinReport.Reason
    }

    let interval: TimeInterval
    private var last: [Kind: Date] = [:]
    /// The limit of kinds. More kinds than configured hosts would be invented names below a set that includes subdomains.
    private static let kindLimit = 64

    init(interval: TimeInterval) { self.interval = interval }

    /// Returns `true` when `report` may be delivered at its own time. A clock that was set back suppresses nothing.
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
