/// What bounds a page, whatever it posts.
public struct BridgeLimits: Hashable, Sendable {
    /// Posts in a second, on average.
    public var postsPerSecond = 50
    /// Posts at once, after a quiet while.
    public var burst = 100
    /// Requests that wait for an answer at the same time, the long poll not counted.
    public var requestsInFlight = 16
    /// Pushes that wait for the page to fetch them.
    public var pushesQueued = 64
    /// How far a message's time may lie from now, in either direction.
    public var clockSkew: Duration = .seconds(60)
    /// Nonces that are remembered.
    public var nonces = 8_192
    /// From a document's start to its handshake, where the manifest requires one.
    public var handshake: Duration = .seconds(30)
    /// The deepest nesting of a message.
    public var depth = 24

    public init() {}
}
