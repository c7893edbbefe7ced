public import Foundation

/// A run that ended without its journey's end, and can be taken up again: the app was killed, the person left, or nobody
/// knows what became of a payment.
public struct UnfinishedJourney: Hashable, Sendable {
    /// What to start it with.
    public let journeyId: String
    /// When it was last saved.
    public let saved: Date
    /// From then on it is refused.
    public let expires: Date
    /// Whether a call with an idempotency key, a payment, may have been done without anybody having heard.
    public let isPaymentInDoubt: Bool
    /// Good for one start, until the next one is given out.
    public let resumeToken: String
}
