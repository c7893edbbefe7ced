/// The time limits of calls.
package enum CallLimits {
    /// The limit of one try.
    package static let attempt = Duration.seconds(15)
    /// The limit of one call, retries and waits included.
    package static let call = Duration.seconds(45)
}
