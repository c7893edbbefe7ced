public import Foundation
public import JourneyBase

/// The token by which the host vouches to the proxy for the user: a JWS that its backend has just signed.
public struct CardUserToken: Sendable {
    public let text: Secret
    /// The expiry. A token without one is used for one call.
    public let expires: Date?

    public init(_ text: Secret, expires: Date? = nil) {
        self.text = text
        self.expires = expires
    }
}

/// The token of the calls. The host is asked for one if there is no valid one, once for all waiting calls.
actor UserTokens {
    /// The minimum remaining lifetime of a usable token, in seconds: the call takes time, and clocks differ.
    static let margin: TimeInterval = 20

    private let mint: @Sendable () async throws -> CardUserToken
    private let dependencies: Dependencies
    private var held: CardUserToken?
    private var minting: Task<CardUserToken, any Error>?

    init(_ dependencies: Dependencies, mint: @escaping @Sendable () async throws -> CardUserToken) {
        self.dependencies = dependencies
        self.mint = mint
    }

    /// Returns a valid token. Throws the host's error, and `NET_TIMEOUT` if it does not return by `deadline`; the host is asked
    /// again then.
    func token(by deadline: HTTPDeadline) async throws -> Secret {
        if let held, let expires = held.expires,
            expires.timeIntervalSince(dependencies.now()) > UserTokens.margin
        {
            return held.text
        }
        held = nil
        let task = minting ?? Task { [mint] in try await mint() }
        minting = task
        defer { if minting == task { minting = nil } }
        let token = try await AbandonableWait.value(of: task, limit: (deadline.remaining, dependencies.clock))
        // A token without an expiry is used once and not stored.
        if minting == task, token.expires != nil { held = token }
        return token.text
    }

    /// Discards `token`, which was refused. The next call gets another.
    func refuse(_ token: Secret) {
        if held?.text === token { held = nil }
    }
}
