import Foundation
import JourneyBase
import JourneyCrypto

/// What the sandbox's authorization server remembers: requests that a person has still to answer, codes, and tokens. A value:
/// time comes in. Codes and tokens are kept as their SHA-256.
struct AuthorizationState {
    /// An authorization request (RFC 6749, section 4.1.1) whose client and redirect address are known.
    struct Request {
        var client: String
        var redirectURI: String
        var state: String
        var nonce: String?
        var scope: String
        /// RFC 7636: SHA-256 of the verifier, in base64url.
        var challenge: String
    }

    /// What a person granted; all tokens that came of one code.
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
    /// RFC 6749, section 4.1.2 recommends ten minutes at most; a minute will do.
    static let codeLife: TimeInterval = 60
    static let accessLife: TimeInterval = 300
    static let refreshLife: TimeInterval = 86_400
    /// Wrong passcodes of one person, over all requests, after which none is looked at for `lockLife`.
    static let attemptLimit = 10
    static let lockLife: TimeInterval = 900
    /// Requests that wait at one time.
    private static let most = 1_000

    private var pending: [String: Pending] = [:]
    private var codes: [[UInt8]: Code] = [:]
    private var access: [[UInt8]: Token] = [:]
    private var refresh: [[UInt8]: Token] = [:]
    private var grants: [Int: Grant] = [:]
    private var lastGrant = 0
    /// How many passcodes of a person were wrong, and when the last one was.
    private var wrong: [String: (count: Int, last: Date)] = [:]

    private static func digest(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Keeps `request` under `name` until a person answers it; `false` when too many wait.
    mutating func begin(_ request: Request, name: String, now: Date) -> Bool {
        pending = pending.filter { $0.value.end > now }
        guard pending.count < AuthorizationState.most else { return false }
        pending[name] = Pending(request: request, end: now.addingTimeInterval(AuthorizationState.pendingLife))
        return true
    }

    func request(_ name: String, now: Date) -> Request? {
        pending[name].flatMap { $0.end > now ? $0.request : nil }
    }

    /// The person has answered: the request is used up.
    mutating func take(_ name: String, now: Date) -> Request? {
        pending.removeValue(forKey: name).flatMap { $0.end > now ? $0.request : nil }
    }

    /// Whether passcodes of `person` are looked at.
    func mayTry(_ person: String, now: Date) -> Bool {
        guard let wrong = wrong[person], wrong.count >= AuthorizationState.attemptLimit else { return true }
        return wrong.last.addingTimeInterval(AuthorizationState.lockLife) <= now
    }

    /// A wrong passcode of `person`, who is `nil` when there is nobody of that name; whether another may be tried.
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

    /// `customer` has granted `request`: `code` stands for it, once, for a minute.
    mutating func grant(_ request: Request, to customer: String, code: String, now: Date) {
        lastGrant += 1
        grants[lastGrant] = Grant(customer: customer, client: request.client, scope: request.scope)
        codes[AuthorizationState.digest(code)] = Code(
            request: request, grant: lastGrant, end: now.addingTimeInterval(AuthorizationState.codeLife))
    }

    /// What `code` was granted for. The code is used up by the asking, whoever asks; a second asking revokes whatever came
    /// of the first (RFC 6749, section 4.1.2).
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

    /// Forgets what has ended. A code is remembered for as long as a token of its grant lives, and a grant for as long as
    /// either does: its second use takes that token back.
    private mutating func forget(but grant: Int, now: Date) {
        access = access.filter { $0.value.end > now }
        refresh = refresh.filter { $0.value.end > now }
        let living = Set(access.values.map(\.grant)).union(refresh.values.map(\.grant) + [grant])
        codes = codes.filter { $0.value.end > now || living.contains($0.value.grant) }
        let kept = living.union(codes.values.map(\.grant))
        grants = grants.filter { kept.contains($0.key) }
    }

    /// How much is remembered, for tests.
    var size: Int { codes.count + access.count + refresh.count + grants.count }

    mutating func issue(access accessToken: String, refresh refreshToken: String, of grant: Int, now: Date) {
        forget(but: grant, now: now)
        access[AuthorizationState.digest(accessToken)] = Token(
            grant: grant, end: now.addingTimeInterval(AuthorizationState.accessLife))
        refresh[AuthorizationState.digest(refreshToken)] = Token(
            grant: grant, end: now.addingTimeInterval(AuthorizationState.refreshLife))
    }

    /// The grant of `token`, which is used up. A token for the second time was stolen from somebody: the grant is revoked
    /// (RFC 9700, section 4.14.2).
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

    /// Whom `token` lets in.
    func customer(of token: String, now: Date) -> String? {
        guard let entry = access[AuthorizationState.digest(token)], entry.end > now, let grant = grants[entry.grant],
            !grant.isRevoked
        else { return nil }
        return grant.customer
    }
}
