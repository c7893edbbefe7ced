public import Foundation
public import JourneyBase
internal import Synchronization

/// The access token and its expiry.
public final class SessionStore: Sendable {
    private let now: @Sendable () -> Date
    private let state = Mutex<(token: Secret?, expiry: Date?)>((nil, nil))

    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    public var accessToken: Secret? { state.withLock { $0.token } }
    public var tokenExpiry: Date? { state.withLock { $0.expiry } }
    /// `true` if there is no token, or if it has expired.
    public var isTokenExpired: Bool { state.withLock { $0.token == nil || $0.expiry.map { $0 <= now() } ?? true } }

    func store(_ token: Secret, expiry: Date) { state.withLock { $0 = (token, expiry) } }
    func clear() { state.withLock { $0 = (nil, nil) } }

    /// Returns the expiry of a token with that lifetime in seconds.
    func end(after seconds: Int) -> Date { now().addingTimeInterval(TimeInterval(seconds)) }
}
