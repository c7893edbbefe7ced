/// The limits of a page.
package struct BridgeLimits: Hashable, Sendable {
    /// The average number of messages in a second.
    var postsPerSecond = 50
    /// The number of messages in a burst.
    var burst = 100
    /// The number of concurrent requests, the long poll not counted.
    var requestsInFlight = 16
    /// The number of events that wait for the page to fetch them.
    var pushesQueued = 64
    /// The tolerated difference between a message's time and now, in either direction.
    var clockSkew: Duration = .seconds(60)
    /// The number of nonces in the replay window.
    var nonces = 8_192
    /// The time from a document's start to its handshake, where the manifest requires one.
    package var handshake: Duration = .seconds(30)
    /// The deepest nesting of a message.
    var depth = 24

    package init() {}
}
