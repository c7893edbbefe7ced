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
    private let dependencies: Dependencies
    private var held: CardUserToken?
    private var minting: Task<CardUserToken, any Error>?

    init(_ dependencies: Dependencies, mint: @escaping @Sendable () async throws -> CardUserToken) {
        self.dependencies = dependencies
        self.mint = mint
    }

    /// A token that is good for a call. Throws what the host throws, and `NET_TIMEOUT` when it has said nothing by `deadline`; it
    /// is asked anew then.
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
        // One without an end is not kept: it is used once.
        if minting == task, token.expires != nil { held = token }
        return token.text
    }

    /// `token` was not taken: the next call gets another.
    func refuse(_ token: Secret) {
        if held?.text === token { held = nil }
    }
}
