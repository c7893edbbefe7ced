internal import Foundation
public import JourneyBase
internal import Synchronization

/// What one presentation keeps, field by field as the design has it. It is memory, and `reset` empties it.
public final class CBSDKDataStorage: Sendable {
    private struct State {
        var navigationArgs: NavigationArgs?
        var forgetPinIdentifier: String?
        var cpqrcValidationData: CpqrcValidationData?
        var smileFacePath: String?
        var blinkFacePath: String?
    }

    private let api: APIHandler
    private let session: SessionStore
    private let state = Mutex(State())

    public init(api: APIHandler, session: SessionStore) {
        self.api = api
        self.session = session
    }

    public var navigationArgs: NavigationArgs? {
        get { state.withLock { $0.navigationArgs } }
        set { state.withLock { $0.navigationArgs = newValue } }
    }
    /// The identifier of a reset of the PIN, between its code and its new PIN.
    public var forgetPinIdentifier: String? {
        get { state.withLock { $0.forgetPinIdentifier } }
        set { state.withLock { $0.forgetPinIdentifier = newValue } }
    }
    public var cpqrcValidationData: CpqrcValidationData? {
        get { state.withLock { $0.cpqrcValidationData } }
        set { state.withLock { $0.cpqrcValidationData = newValue } }
    }
    /// For hosts that bring files.
    public var smileFacePath: String? {
        get { state.withLock { $0.smileFacePath } }
        set { state.withLock { $0.smileFacePath = newValue } }
    }
    /// For hosts that bring files.
    public var blinkFacePath: String? {
        get { state.withLock { $0.blinkFacePath } }
        set { state.withLock { $0.blinkFacePath = newValue } }
    }

    /// Whether the host has named a file for the face check.
    var hasFacePaths: Bool { state.withLock { $0.smileFacePath != nil || $0.blinkFacePath != nil } }

    // Bridges: each value is kept in one place.
    public var accessToken: Secret? { session.accessToken }
    /// Milliseconds since 1970 at which the token ends; `nil` without one.
    public var tokenExpireInMillis: Int64? {
        session.tokenExpiry.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
    }
    public var languageCode: String {
        get { api.config.languageCode }
        set { api.configure { $0.languageCode = newValue } }
    }
    public var environment: CashBabaEnvironment {
        get { api.config.environment }
        set { api.configure { $0.environment = newValue } }
    }
    public var baseURL: HTTPSURL { api.config.environment.baseURL }

    /// The token goes with the calls from now on.
    func keep(_ token: TokenResponse) {
        session.keep(token.accessToken, expiry: session.end(after: token.expiresIn))
        api.configure { $0.accessToken = token.accessToken }
    }

    /// Forgets all that a presentation left; environment and language stay.
    public func reset() {
        state.withLock { $0 = State() }
        session.clear()
        api.configure { $0.accessToken = nil }
    }
}
