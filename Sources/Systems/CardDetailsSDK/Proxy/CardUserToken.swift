public import Foundation
public import JourneyBase

/// The host's word to the proxy for who the person is: a JWS that its backend signed a moment ago.
public struct CardUserToken: Sendable {
    public let text: Secret
    /// Until when it is good. One without is used for one call.
    public let expires: Date?

    public init(_ text: Secret, expires: Date? = nil) {
        self.text = text
        self.expires = expires
    }
}

/// The token of the calls: the host is asked for one when there is none that is still good, once for all who wait.
actor UserTokens {
    /// What a token has to have left to be used: the call has to arrive, and clocks differ.
    static let margin: TimeInterval = 20

    private let mint: @Sendable () async throws -> CardUserToken
    private let now: @Sendable () -> Date
    private var held: CardUserToken?
    private var minting: Task<CardUserToken, any Error>?

    init(now: @escaping @Sendable () -> Date, mint: @escaping @Sendable () async throws -> CardUserToken) {
        self.mint = mint
        self.now = now
    }

    /// A token that is good for a call. Throws what the host throws.
    func token() async throws -> Secret {
        if let held, let expires = held.expires, expires.timeIntervalSince(now()) > UserTokens.margin {
            return held.text
        }
        held = nil
        if let minting { return try await minting.value.text }
        let task = Task { [mint] in try await mint() }
        minting = task
        defer { minting = nil }
        let token = try await task.value
        held = token
        return token.text
    }

    /// `token` was not taken: the next call gets another.
    func refuse(_ token: Secret) {
        if held?.text === token { held = nil }
    }
}
