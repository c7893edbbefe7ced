import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire

/// The decisions of the card proxy for a user who is known, one function for each route. Answers are values; what is refused is
/// thrown as a `CardRefusal`.
struct CardService: Sendable {
    let client: IssuerClient
    let store: CardStore
    let answers: CardAnswers
    let keys: CardStoreKeys
    let tokens: UserToken
    let owners: CardPartners
    let designs: [String: CardDesign]
    /// How long the issuer has for all that one request asks of it.
    let patience: Duration
    let dependencies: Dependencies

    /// Seconds since 1970.
    var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    var deadline: HTTPDeadline { HTTPDeadline(after: patience, clock: dependencies.clock) }

    // MARK: Users

    /// The user who asks.
    ///
    /// Throws `TOKEN_INVALID` and `TOKEN_EXPIRED`; and `code`, which is what a user that the issuer doesn't know gets, for
    /// another partner's user.
    func user(of request: HTTPRequest, else code: CardCode) async throws -> CardUser {
        let user = try tokens.user(of: request, now: now)
        guard try await isOwn(user) else { throw CardRefusal(code) }
        return user
    }

    private func isOwn(_ user: CardUser) async throws -> Bool {
        if let partner = owners.partner(of: user.id) { return partner == user.partner }
        guard !owners.hasList(user.partner) else { return false }
        return try await store.claim(user) == user.partner
    }

    /// Whether `other`, whose card `user` has asked for, is of the same partner. Nobody is told of another partner's.
    func isOfSamePartner(_ other: String, as user: CardUser) async throws -> Bool {
        if let partner = owners.partner(of: other) { return partner == user.partner }
        guard !owners.hasList(user.partner) else { return false }
        let named = try await store.partner(of: CardUser(partner: user.partner, id: other))
        // With one partner, all users are its own.
        return named.map { $0 == user.partner } ?? (tokens.partners.count == 1)
    }

    // MARK: Consent

    /// The token for a right code. Once it has begun it ends, whether or not anybody still waits: a code is used once.
    func confirm(_ form: ConsentConfirmation, of user: CardUser, key: String?) async throws -> Secret {
        let (challenge, code) = (try CardID.required(form.challengeId), form.verificationCode)
        guard (4...10).contains(code.utf8.count), code.utf8.allSatisfy(\.isDigit) else {
            throw CardRefusal(.requestInvalid)
        }
        let work: @Sendable () async -> CardAnswers.Answer = { await self.confirm(challenge, code, of: user) }
        let answer: CardAnswers.Answer
        if let key {
            answer = try await answers.answer(
                user.digest(of: key), request: SHA256.hash(Array("\(challenge) \(code)".utf8)), work)
        } else {
            answer = await Task { await work() }.value
        }
        switch answer {
        case .token(let token): return token
        case .refusal(let refusal): throw refusal
        }
    }

    private func confirm(_ challenge: String, _ code: String, of user: CardUser) async -> CardAnswers.Answer {
        let attempt: CardStore.Attempt
        do { attempt = try await store.take(challenge, of: user, now: now) } catch {
            return .refusal(error as? CardRefusal ?? CardRefusal(.serverError))
        }
        let token: Secret
        do throws(CardRefusal) { token = try await askToken(challenge, code, of: user) } catch {
            var refusal = error
            if refusal.code == .codeWrong { refusal.attemptsLeft = Int(CardStore.mostAttempts - attempt.number) }
            // There may be a token of which nobody has heard.
            if refusal.fate == .unknown { await revokeUnheard(of: user, isAtOnce: false) }
            // Where this fails, the challenge stays taken, and the person asks for another one.
            try? await store.giveBack(challenge, of: user, isUntried: refusal.fate == .notSent)
            return .refusal(refusal)
        }
        let isRevoked = try? await store.hasRevoked(user, since: attempt)
        guard isRevoked == false else {
            // The issuer may have revoked before it made this token, of which nobody is told. Nobody waits for it either: what
            // the request may take is taken.
            await revokeUnheard(of: user, isAtOnce: true)
            return .refusal(CardRefusal(isRevoked == nil ? .serverError : .codeUsed))
        }
        try? await store.spareToken(of: user, now: now)
        return .token(token)
    }

    private func askToken(_ challenge: String, _ code: String, of user: CardUser) async throws(CardRefusal) -> Secret {
        let answer = try await client.ask(
            .confirm,
            ["userId": .string(user.id), "challengeId": .string(challenge), "verificationCode": .string(code)],
            for: user, by: deadline)
        guard let token = answer["cardAuthToken"]?.string, (1...4_096).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw CardRefusal(.issuerInvalid, fate: .unknown) }
        return Secret(copying: token.utf8)
    }

    /// Has a token revoked that nobody was given: `isAtOnce`, or by whoever pays what is owed. What can't be recorded is asked
    /// for at once, because nobody would do it later.
    private func revokeUnheard(of user: CardUser, isAtOnce: Bool) async {
        let (mark, isRecorded) = await oweRevocation(of: user)
        guard isAtOnce || !isRecorded else { return }
        Task {
            do throws(CardRefusal) { try await askRevocation(of: user, mark: mark) } catch {
                dependencies.log.record(
                    .error,
                    isRecorded
                        ? "A token that nobody was given could not be revoked; it is tried again"
                        : "A token that nobody was given could not be revoked, nor could that be recorded",
                    [.code: error.code.name])
            }
        }
    }

    func resend(_ form: ConsentResend, of user: CardUser) async throws {
        let challenge = try CardID.required(form.challengeId)
        try await store.resend(challenge, of: user, now: now)
        _ = try await client.ask(
            .resend, ["userId": .string(user.id), "challengeId": .string(challenge)], for: user, by: deadline)
    }

    /// Takes back every token of the user's, also one that a confirmation is about to be given, and whether or not anybody
    /// waits for it.
    func revoke(_ user: CardUser) async throws {
        // Counted and recorded before the issuer is asked: by that, a confirmation that is under way knows of it, and what the
        // issuer does not do now is asked of it again, by the gateway that runs then.
        let mark = newMark
        try await store.revoke(user, sealed: try sealed(user), mark: mark, due: revocationDue, now: now)
        try await Task { try await askRevocation(of: user, mark: mark) }.value
    }
}
