import CardDetailsSDK
import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization

/// A challenge as the issuer has it.
struct CardChallenge {
    let user: String
    let code: String
    let made: Date
    var failures = 0
    var isOpen = true
    /// Seconds that it lives, and wrong codes that it bears.
    static let (life, tries): (TimeInterval, Int) = (300, 5)
    var expires: Date { made + CardChallenge.life }
}

/// What the proxy remembers of a challenge: one code is tried at a time, five in all, and none after the right one.
struct CardTries {
    var attempts = 0
    var isTaken = false
    var resends = 0
    var resent: Date?
    static let (resends, pause): (Int, TimeInterval) = (3, 30)
}

/// What a confirmation came to, which is given again to whoever asks the same under the same key.
struct CardConfirmation {
    let request: [String]
    let end: Date
    let result: Result<String, Refusal>
}

/// Consent: a code is sent, traded for a token, sent again, and the token taken back.
extension CardDesk {
    /// Seconds for which a token draws, and for which an answer is given again.
    private static let (tokenLife, answerLife): (TimeInterval, TimeInterval) = (86_400, 60)
    /// Codes that a person may have sent in ten minutes.
    private static let mostChallenges = 10

    /// The issuer sends a code, as its script in the hidden page has it do: the challenge, or why there is none. Earlier ones
    /// end.
    func consent(_ user: String) -> Result<JSONValue, Refusal> {
        let (id, now) = (surroundings.uuid(), time.now())
        let number = surroundings.random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
        let code = String(repeating: "0", count: 6 - String(number).count) + String(number)
        return state.withLock { state in
            guard state.isVerified else { return .failure(Refusal(422, "MFA_NOT_ENABLED")) }
            if let wait = state.rates.count([user, "challenge"], most: CardDesk.mostChallenges, now: now) {
                return .failure(Refusal(429, "RATE_LIMITED", retryAfter: wait))
            }
            CardDesk.close(user, &state)
            let challenge = CardChallenge(user: user, code: code, made: now)
            state.challenges[id] = challenge
            state.inbox.append(code)
            return .success([
                "challengeId": .string(id), "dateExpires": .string(challenge.expires.formatted(.iso8601)),
            ])
        }
    }

    private static func close(_ user: String, _ state: inout State) {
        for (id, challenge) in state.challenges where challenge.user == user { state.challenges[id]?.isOpen = false }
    }

    /// The issuer's challenge, when it can still be answered; or why it cannot.
    private static func open(
        _ id: String, of user: String, now: Date, _ state: State
    ) throws(Refusal) -> CardChallenge {
        guard let challenge = state.challenges[id], challenge.user == user, challenge.isOpen else {
            throw Refusal(404, "CHALLENGE_UNKNOWN")
        }
        guard challenge.failures < CardChallenge.tries else { throw .tooManyAttempts }
        guard now < challenge.expires else { throw Refusal(410, "CHALLENGE_EXPIRED") }
        return challenge
    }

    func confirm(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let body = try members(request, ["userId", "challengeId", "verificationCode"], user)
        let keys = request.headers.values(of: "Idempotency-Key")
        guard keys.count <= 1, keys.allSatisfy(JWKSet.isKeyID) else { throw .invalid }
        let id = try CardDesk.identifier(body["challengeId"])
        guard let code = body["verificationCode"], (4...10).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .invalid }
        let now = time.now()
        let token = Base64URL.encode(surroundings.random(32))
        let result = state.withLock { state -> Result<String, Refusal> in
            guard let key = keys.first else { return CardDesk.confirm(id, code, of: user, token, now: now, &state) }
            if let earlier = state.answers[[user, key]], now < earlier.end {
                return earlier.request == [id, code] ? earlier.result : .failure(.invalid)
            }
            let result = CardDesk.confirm(id, code, of: user, token, now: now, &state)
            let isSettled =
                if case .failure(let why) = result {
                    why.status < 500 && why.status != 429 && why.code != "CODE_USED"
                } else { true }
            state.answers[[user, key]] =
                isSettled
                ? CardConfirmation(request: [id, code], end: now + CardDesk.answerLife, result: result) : nil
            return result
        }
        return CardDesk.answer(["cardAuthToken": .string(try result.get())])
    }

    private static func confirm(
        _ id: String, _ code: String, of user: String, _ token: String, now: Date, _ state: inout State
    ) -> Result<String, Refusal> {
        if let refusal = count(.confirm, of: user, now: now, &state) { return .failure(refusal) }
        var tries = state.tries[[user, id]] ?? CardTries()
        guard !tries.isTaken else { return .failure(Refusal(409, "CODE_USED")) }
        guard tries.attempts < CardChallenge.tries else { return .failure(.tooManyAttempts) }
        tries.attempts += 1
        defer { state.tries[[user, id]] = tries }
        do throws(Refusal) {
            // The issuer's codes have six digits, and it refuses to look at others.
            guard code.utf8.count == 6 else { throw Refusal(502, "ISSUER_REFUSED") }
            var challenge = try open(id, of: user, now: now, state)
            guard challenge.code == code else {
                challenge.failures += 1
                state.challenges[id] = challenge
                let left = Int64(CardChallenge.tries - tries.attempts)
                throw challenge.failures < CardChallenge.tries
                    ? Refusal(422, "CODE_WRONG", ["attemptsLeft": .number(JSONNumber(left))]) : .tooManyAttempts
            }
        } catch { return .failure(error) }
        tries.isTaken = true
        state.challenges[id]?.isOpen = false
        state.drawing[token] = (user, now + tokenLife)
        return .success(token)
    }

    /// The first one at once, and the others after a pause each.
    func resend(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        let id = try CardDesk.identifier(try members(request, ["userId", "challengeId"], user)["challengeId"])
        let now = time.now()
        let result = state.withLock { state -> Result<Void, Refusal> in
            if let refusal = CardDesk.count(.resend, of: user, now: now, &state) { return .failure(refusal) }
            var tries = state.tries[[user, id]] ?? CardTries()
            guard !tries.isTaken else { return .failure(Refusal(409, "CODE_USED")) }
            // Whoever has had them all need not come again.
            guard tries.resends < CardTries.resends else { return .failure(Refusal(429, "RESEND_LIMIT")) }
            if let wait = tries.resent.map({ ($0 + CardTries.pause).timeIntervalSince(now) }), wait > 0 {
                return .failure(Refusal(429, "RESEND_LIMIT", retryAfter: Int64(wait.rounded(.up))))
            }
            tries.resends += 1
            tries.resent = now
            state.tries[[user, id]] = tries
            do throws(Refusal) { state.inbox.append(try CardDesk.open(id, of: user, now: now, state).code) } catch {
                return .failure(error)
            }
            return .success(())
        }
        try result.get()
        return CardDesk.answer([:])
    }

    /// Ends every challenge and every token of the user's.
    func revoke(_ request: HTTPRequest, _ user: String) throws(Refusal) -> HTTPResponse {
        _ = try members(request, ["userId"], user)
        try count(.revoke, of: user)
        state.withLock { state in
            CardDesk.close(user, &state)
            state.drawing = state.drawing.filter { $0.value.user != user }
        }
        return CardDesk.answer([:])
    }
}

extension Refusal {
    static let tooManyAttempts = Refusal(429, "TOO_MANY_ATTEMPTS", retryAfter: 30)
}
