import Foundation

/// The size of tests whose cases are chosen by a seed: a sample in `make test`, and all that a machine does in some hours in
/// `make campaign`, which sets `JOURNEY_CAMPAIGN`.
public enum Campaign {
    /// Whether this run is a campaign.
    public static let isRunning = ProcessInfo.processInfo.environment["JOURNEY_CAMPAIGN"] != nil

    /// The number of cases: `sample`, or `campaign` in a campaign.
    public static func count(_ sample: Int, campaign: Int) -> Int { isRunning ? campaign : sample }

    /// The state that a generator starts with: `sample`'s, so that a run is repeatable. A campaign takes another one with
    /// `JOURNEY_CAMPAIGN_SEED`, which `scripts/campaign.sh` prints.
    public static func seed(_ sample: UInt64) -> UInt64 {
        guard isRunning, let text = ProcessInfo.processInfo.environment["JOURNEY_CAMPAIGN_SEED"] else { return sample }
        return UInt64(text).map { $0 &+ sample } ?? sample
    }
}
