import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire

/// The card proxy's decisions for authenticated users, one function per route, without HTTP. Refusals are thrown as
/// `CardRefusal`.
struct CardService: Sendable {
    let client: IssuerClient
    let store: CardStore
    let answers: CardAnswers
    let keys: CardStoreKeys
    let tokens: UserToken
    let owners: CardPartners
    let designs: [String: CardProductDesign]
    /// The time limit for all issuer calls of one request.
    let issuerTimeout: Duration
    let dependencies: Dependencies

    /// The current time, in seconds since 1970.
    var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    var deadline: HTTPDeadline { HTTPDeadline(after: issuerTimeout, clock: dependencies.clock) }

    // MARK: Users

    /// Returns the user named by the request's token.
    ///
    /// Throws `TOKEN_INVALID` and `TOKEN_EXPIRED`. For another partner's user it throws `code`, the same as for a user unknown to
    /// the issuer.
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

    /// `true` if `other`, the holder of a card that `user` asked for, belongs to the same partner. Users of other partners must
    /// not be revealed.
    func isOfSamePartner(_ other: String, as user: CardUser) async throws -> Bool {
        if let partner = owners.partner(of: other) { return partner == user.partner }
        guard !owners.hasList(user.partner) else { return false }
        let named = try await store.partner(of: CardUser(partner: user.partner, id: other))
        // With a single partner, all users belong to it.
        return named.map { $0 == user.partner } ?? (tokens.partners.count == 1)
    }

    // MARK: Consent

    /// Exchanges the right code for the token. The exchange completes even if the caller goes away, because a code works once.
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
        do throws(CardRefusal) { token = try await requestToken(challenge, code, of: user) } catch {
            var refusal = error
            if refusal.code == .codeWrong { refusal.attemptsLeft = Int(CardStore.mostAttempts - attempt.number) }
            // The issuer may have created a token that never arrived.
            if refusal.fate == .unknown { await revokeUndelivered(of: user, isAtOnce: false) }
            // If this fails, the challenge stays in use and the user requests a new one.
            try? await store.release(challenge, of: user, isUntried: refusal.fate == .notSent)
            return .refusal(refusal)
        }
        let isRevoked = try? await store.hasRevoked(user, since: attempt)
        guard isRevoked == false else {
            // The issuer may have processed the revocation before it created this token, which is not handed out. No caller waits
            // for the second revocation, so its own time limit applies.
            await revokeUndelivered(of: user, isAtOnce: true)
            return .refusal(CardRefusal(isRevoked == nil ? .serverError : .codeUsed))
        }
        try? await store.protectToken(of: user, now: now)
        return .token(token)
    }

    private func requestToken(_ challenge: String, _ code: String, of user: CardUser) async throws(CardRefusal)
        -> Secret
    {
        let answer = try await client.ask(
            .confirm,
            .issuer([
                .userId: .string(user.id), .challengeId: .string(challenge), .verificationCode: .string(code),
            ]),
            for: user, by: deadline)
        guard let token = answer[.cardAuthToken]?.string, (1...4_096).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw CardRefusal(.issuerInvalid, fate: .unknown) }
        return Secret(copying: token.utf8)
    }

    /// Revokes a token that was never handed out: immediately with `isAtOnce`, otherwise by the worker for pending revocations. A
    /// revocation that can't be recorded is requested immediately.
    private func revokeUndelivered(of user: CardUser, isAtOnce: Bool) async {
        let (mark, isRecorded) = await recordPendingRevocation(of: user)
        guard isAtOnce || !isRecorded else { return }
        Task {
            do throws(CardRefusal) { try await requestRevocation(of: user, mark: mark) } catch {
                dependencies.log.record(
                    .error,
                    isRecorded
                        ? "An undelivered token could not be revoked; it is tried again"
                        : "An undelivered token could not be revoked, and the revocation could not be recorded",
                    [.code: error.code.name])
            }
        }
    }

    func resend(_ form: ConsentResend, of user: CardUser) async throws {
        let challenge = try CardID.required(form.challengeId)
        try await store.resend(challenge, of: user, now: now)
        _ = try await client.ask(
            .resend, .issuer([.userId: .string(user.id), .challengeId: .string(challenge)]), for: user, by: deadline)
    }

    /// Revokes all of the user's tokens, including one from a confirmation in progress. Completes even if the caller goes away.
    func revoke(_ user: CardUser) async throws {
        // Counted and recorded before the issuer is called: a confirmation in progress notices it, and a failed revocation is
        // retried, if need be by a later process.
        let mark = newMark
        try await store.revoke(user, sealed: try sealed(user), mark: mark, due: revocationDue, now: now)
        try await Task { try await requestRevocation(of: user, mark: mark) }.value
    }
}
