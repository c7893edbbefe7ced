/// What bounds a page, whatever it posts.
package struct BridgeLimits: Hashable, Sendable {
    /// Posts in a second, on average.
    var postsPerSecond = 50
    /// Posts at once, after a quiet while.
    var burst = 100
    /// Requests that wait for an answer at the same time, the long poll not counted.
    var requestsInFlight = 16
    /// Pushes that wait for the page to fetch them.
    var pushesQueued = 64
    /// How far a message's time may lie from now, in either direction.
    var clockSkew: Duration = .seconds(60)
    /// Nonces that are remembered.
    var nonces = 8_192
    /// From a document's start to its handshake, where the manifest requires one.
    package var handshake: Duration = .seconds(30)
    /// The deepest nesting of a message.
    var depth = 24

    package init() {}
}
