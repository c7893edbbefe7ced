public import Foundation

/// A run that ended before its journey did and can be resumed: the app was killed, the person left, or a payment's outcome is
/// unknown.
public struct UnfinishedJourney: Hashable, Sendable {
    /// The id of the journey to start.
    public let journeyId: String
    /// The time of the last snapshot.
    public let saved: Date
    /// The time from which the run is refused.
    public let expires: Date
    /// `true` when a call with an idempotency key, a payment, may have had its effect without confirmation.
    public let isPaymentInDoubt: Bool
    /// The token that resumes the run; valid once, and until the next one is issued.
    public let resumeToken: String
}
