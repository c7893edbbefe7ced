public import Foundation
public import JourneyBase
internal import Synchronization

/// The token and its end.
public final class SessionStore: Sendable {
    private let now: @Sendable () -> Date
    private let state = Mutex<(token: Secret?, expiry: Date?)>((nil, nil))

    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    public var accessToken: Secret? { state.withLock { $0.token } }
    public var tokenExpiry: Date? { state.withLock { $0.expiry } }
    /// Whether there is no token, or none that is good any more.
    public var isTokenExpired: Bool { state.withLock { $0.token == nil || $0.expiry.map { $0 <= now() } ?? true } }

    func keep(_ token: Secret, expiry: Date) { state.withLock { $0 = (token, expiry) } }
    func clear() { state.withLock { $0 = (nil, nil) } }

    /// When a token of that many seconds ends.
    func end(after seconds: Int) -> Date { now().addingTimeInterval(TimeInterval(seconds)) }
}
