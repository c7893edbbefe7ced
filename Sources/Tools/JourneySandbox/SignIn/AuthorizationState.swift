import Foundation
import JourneyBase
import JourneyCrypto

/// The authorization server's state: pending requests, codes and tokens. A value: callers pass the time. Codes and tokens are
/// stored as SHA-256.
struct AuthorizationState {
    /// An authorization request (RFC 6749, section 4.1.1) with a known client and redirect URI.
    struct Request {
        var client: String
        var redirectURI: String
        var state: String
        var nonce: String?
        var scope: String
        /// The code challenge (RFC 7636): SHA-256 of the verifier in base64url.
        var challenge: String
        /// The language of the sign-in pages.
        var language = Language.english
    }

    /// A user's grant, shared by all tokens from one code.
    struct Grant {
        var customer: String
        var client: String
        var scope: String
        var isRevoked = false
    }

    private struct Pending {
        var request: Request
        var end: Date
        var attemptsLeft = 5
    }

    private struct Code {
        var request: Request
        var grant: Int
        var end: Date
        var isUsed = false
    }

    private struct Token {
        var grant: Int
        var end: Date
        var isUsed = false
    }

    static let pendingLife: TimeInterval = 600
    /// RFC 6749, section 4.1.2 recommends at most ten minutes; one minute is enough here.
    static let codeLife: TimeInterval = 60
    static let accessLife: TimeInterval = 300
    static let refreshLife: TimeInterval = 86_400
    /// The number of a user's wrong passcodes, over all requests, that locks sign-in for `lockLife`.
    static let attemptLimit = 10
    static let lockLife: TimeInterval = 900
    /// The maximum number of pending requests.
    private static let most = 1_000

    private var pending: [String: Pending] = [:]
    private var codes: [[UInt8]: Code] = [:]
    private var access: [[UInt8]: Token] = [:]
    private var refresh: [[UInt8]: Token] = [:]
    private var grants: [Int: Grant] = [:]
    private var lastGrant = 0
    /// The number of a user's wrong passcodes, and the time of the last one.
    private var wrong: [String: (count: Int, last: Date)] = [:]

    private static func digest(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Stores `request` under `name` until the user answers. Returns `false` if too many are pending.
    mutating func begin(_ request: Request, name: String, now: Date) -> Bool {
        pending = pending.filter { $0.value.end > now }
        guard pending.count < AuthorizationState.most else { return false }
        pending[name] = Pending(request: request, end: now.addingTimeInterval(AuthorizationState.pendingLife))
        return true
    }

    func request(_ name: String, now: Date) -> Request? {
        pending[name].flatMap { $0.end > now ? $0.request : nil }
    }

    /// Removes and returns a pending request after the user's answer.
    mutating func consume(_ name: String, now: Date) -> Request? {
        pending.removeValue(forKey: name).flatMap { $0.end > now ? $0.request : nil }
    }

    /// `true` unless sign-in is locked for `person`.
    func canTry(_ person: String, now: Date) -> Bool {
        guard let wrong = wrong[person], wrong.count >= AuthorizationState.attemptLimit else { return true }
        return wrong.last.addingTimeInterval(AuthorizationState.lockLife) <= now
    }

    /// Counts a wrong passcode of `person` (`nil` for an unknown user). Returns `true` if another attempt is allowed.
    mutating func refuse(_ name: String, person: String?, now: Date) -> Bool {
        if let person {
            let isOld = wrong[person].map { $0.last.addingTimeInterval(AuthorizationState.lockLife) <= now } ?? true
            wrong[person] = ((isOld ? 0 : wrong[person]?.count ?? 0) + 1, now)
        }
        guard let left = pending[name]?.attemptsLeft, left > 1 else {
            pending[name] = nil
            return false
        }
        pending[name]?.attemptsLeft = left - 1
        return true
    }

    /// Records that `customer` granted `request`. `code` is valid once, for one minute.
    mutating func grant(_ request: Request, to customer: String, code: String, now: Date) {
        lastGrant += 1
        grants[lastGrant] = Grant(customer: customer, client: request.client, scope: request.scope)
        codes[AuthorizationState.digest(code)] = Code(
            request: request, grant: lastGrant, end: now.addingTimeInterval(AuthorizationState.codeLife))
    }

    /// Redeems `code`. Any attempt consumes it; a second attempt revokes the tokens of the first (RFC 6749, section 4.1.2).
    mutating func redeem(code: String, now: Date) -> (request: Request, grant: Int)? {
        let name = AuthorizationState.digest(code)
        guard let entry = codes[name] else { return nil }
        guard !entry.isUsed else {
            grants[entry.grant]?.isRevoked = true
            return nil
        }
        codes[name]?.isUsed = true
        return entry.end > now ? (entry.request, entry.grant) : nil
    }

    /// Deletes expired entries. A code is kept while a token of its grant lives, and a grant while either does, so that a second
    /// use of the code can revoke the tokens.
    private mutating func deleteExpired(except grant: Int, now: Date) {
        access = access.filter { $0.value.end > now }
        refresh = refresh.filter { $0.value.end > now }
        let living = Set(access.values.map(\.grant)).union(refresh.values.map(\.grant) + [grant])
        codes = codes.filter { $0.value.end > now || living.contains($0.value.grant) }
        let kept = living.union(codes.values.map(\.grant))
        grants = grants.filter { kept.contains($0.key) }
    }

    /// The number of stored entries, for tests.
    var size: Int { codes.count + access.count + refresh.count + grants.count }

    mutating func issue(access accessToken: String, refresh refreshToken: String, of grant: Int, now: Date) {
        deleteExpired(except: grant, now: now)
        access[AuthorizationState.digest(accessToken)] = Token(
            grant: grant, end: now.addingTimeInterval(AuthorizationState.accessLife))
        refresh[AuthorizationState.digest(refreshToken)] = Token(
            grant: grant, end: now.addingTimeInterval(AuthorizationState.refreshLife))
    }

    /// Redeems a refresh token and returns its grant. A second use indicates theft and revokes the grant (RFC 9700, section
    /// 4.14.2).
    mutating func redeem(refresh token: String, client: String, now: Date) -> Int? {
        let name = AuthorizationState.digest(token)
        guard let entry = refresh[name], entry.end > now, let grant = grants[entry.grant], grant.client == client,
            !grant.isRevoked
        else { return nil }
        guard !entry.isUsed else {
            grants[entry.grant]?.isRevoked = true
            return nil
        }
        refresh[name]?.isUsed = true
        return entry.grant
    }

    func grant(_ number: Int) -> Grant? { grants[number] }

    /// Returns the customer of a valid access token.
    func customer(of token: String, now: Date) -> String? {
        guard let entry = access[AuthorizationState.digest(token)], entry.end > now, let grant = grants[entry.grant],
            !grant.isRevoked
        else { return nil }
        return grant.customer
    }
}
