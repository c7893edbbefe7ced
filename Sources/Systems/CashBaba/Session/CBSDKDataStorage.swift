internal import Foundation
public import JourneyBase
internal import Synchronization

/// The data of one presentation, with the fields of the design. It is in memory only, and `reset` clears it.
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
    /// The identifier of a PIN reset, between its code and its new PIN.
    public var forgetPinIdentifier: String? {
        get { state.withLock { $0.forgetPinIdentifier } }
        set { state.withLock { $0.forgetPinIdentifier = newValue } }
    }
    public var cpqrcValidationData: CpqrcValidationData? {
        get { state.withLock { $0.cpqrcValidationData } }
        set { state.withLock { $0.cpqrcValidationData = newValue } }
    }
    /// The path of the smile's picture, for hosts that provide files.
    public var smileFacePath: String? {
        get { state.withLock { $0.smileFacePath } }
        set { state.withLock { $0.smileFacePath = newValue } }
    }
    /// The path of the blink's picture, for hosts that provide files.
    public var blinkFacePath: String? {
        get { state.withLock { $0.blinkFacePath } }
        set { state.withLock { $0.blinkFacePath = newValue } }
    }

    /// `true` if the host has set a file for the face check.
    var hasFacePaths: Bool { state.withLock { $0.smileFacePath != nil || $0.blinkFacePath != nil } }

    // Forwarded properties: each value is stored in one place.
    public var accessToken: Secret? { session.accessToken }
    /// The token's expiry in milliseconds since 1970; `nil` without a token.
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

    /// Stores the token, which later calls carry.
    func store(_ token: TokenResponse) {
        session.store(token.accessToken, expiry: session.end(after: token.expiresIn))
        api.configure { $0.accessToken = token.accessToken }
    }

    /// Clears the data of a presentation. Environment and language remain.
    public func reset() {
        state.withLock { $0 = State() }
        session.clear()
        api.configure { $0.accessToken = nil }
    }
}
