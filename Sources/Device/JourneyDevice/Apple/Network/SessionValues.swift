internal import Foundation
internal import JourneyBase

extension HTTPTrace {
    /// Creates the timings of an exchange's last transaction.
    init(_ metrics: URLSessionTaskMetrics, received: Int) {
        self.init(received: received)
        guard let last = metrics.transactionMetrics.last, let start = last.fetchStartDate else { return }
        // A stage that was not needed has no date and takes that of the one before.
        func moment(_ date: Date?, after: Duration) -> Duration {
            date.map { max(after, .seconds($0.timeIntervalSince(start))) } ?? after
        }
        named = moment(last.domainLookupEndDate, after: .zero)
        connected = moment(last.connectEndDate, after: named)
        secured = moment(last.secureConnectionEndDate, after: connected)
        firstByte = moment(last.responseStartDate, after: secured)
        total = moment(last.responseEndDate, after: firstByte)
        isReused = last.isReusedConnection
        version =
            switch last.networkProtocolName {
            case "http/1.0": .http10
            case "http/1.1": .http11
            case "h2": .http2
            case "h3": .http3
            default: nil
            }
    }
}
