import Foundation

/// The number and seeds of generated test cases: a sample in `make test`, hours of work in `make campaign`, which sets
/// `JOURNEY_CAMPAIGN`.
public enum Campaign {
    /// `true` if this run is a campaign.
    public static let isRunning = ProcessInfo.processInfo.environment["JOURNEY_CAMPAIGN"] != nil

    /// Returns the number of cases.
    ///
    /// - Parameters:
    ///   - sample: The number in an ordinary run.
    ///   - campaign: The number in a campaign.
    /// - Returns: One of the two.
    public static func count(_ sample: Int, campaign: Int) -> Int { isRunning ? campaign : sample }

    /// Returns the initial state of a generator.
    ///
    /// It is `sample` in an ordinary run, so that the run is repeatable. A campaign adds `JOURNEY_CAMPAIGN_SEED`, which
    /// `scripts/campaign.sh` prints.
    ///
    /// - Parameter sample: The state in an ordinary run.
    /// - Returns: The state.
    public static func seed(_ sample: UInt64) -> UInt64 {
        guard isRunning, let text = ProcessInfo.processInfo.environment["JOURNEY_CAMPAIGN_SEED"] else { return sample }
        return UInt64(text).map { $0 &+ sample } ?? sample
    }
}
