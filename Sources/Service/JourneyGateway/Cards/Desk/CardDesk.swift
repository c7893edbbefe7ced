import Foundation
import JourneyBase
import JourneyCrypto

/// What the card proxy does for a user who is known, one function for each route. Answers are values; what is refused is
/// thrown as a `CardRefusal`.
struct CardDesk: Sendable {
    let client: IssuerClient
    let store: CardStore
    let answers: CardAnswers
    let designs: [String: CardDesign]
    /// How long the issuer has for all that one request asks of it.
    let patience: Duration
    let surroundings: Surroundings

    /// Seconds since 1970.
    var now: Int64 { Int64(surroundings.now().timeIntervalSince1970) }

    private var deadline: HTTPDeadline { HTTPDeadline(after: patience, clock: surroundings.clock) }

    // MARK: Consent

    /// The token for a right code. Once it has begun it ends, whether or not anybody still waits: a code is used once.
    func confirm(_ form: CardForm, of user: CardUser, key: String?) async throws -> Secret {
        let (challenge, code) = (try form.id("challengeId"), try form.code("verificationCode"))
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
        let attempt: Int64
        do { attempt = try await store.take(challenge, of: user, now: now) } catch {
            return .refusal(error as? CardRefusal ?? CardRefusal(.serverError))
        }
        do throws(CardRefusal) {
            let answer = try await client.ask(
                .confirm,
                ["userId": .string(user.id), "challengeId": .string(challenge), "verificationCode": .string(code)],
                by: deadline)
            guard let token = answer["cardAuthToken"]?.string, (1...4_096).contains(token.utf8.count),
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw CardRefusal(.issuerInvalid) }
            return .token(Secret(copying: token.utf8))
        } catch {
            var refusal = error
            if refusal.code == .codeWrong { refusal.attemptsLeft = Int(CardStore.mostAttempts - attempt) }
            // Where this fails, the challenge stays taken, and the person asks for another one.
            try? await store.giveBack(challenge, of: user, isUntried: refusal.isUnsent)
            return .refusal(refusal)
        }
    }

    func resend(_ form: CardForm, of user: CardUser) async throws {
        let challenge = try form.id("challengeId")
        try await store.resend(challenge, of: user, now: now)
        _ = try await client.ask(
            .resend, ["userId": .string(user.id), "challengeId": .string(challenge)], by: deadline)
    }

    func revoke(_ user: CardUser) async throws {
        try await store.count(.change, of: user, now: now)
        _ = try await client.ask(.revoke, ["userId": .string(user.id)], by: deadline)
    }

    // MARK: Cards

    /// Seconds that the address of a page is good for.
    static let pageLifetime: Int64 = 60

    /// A ticket for the page of the user's card, and when it ends.
    func page(_ form: CardForm, of user: CardUser) async throws -> (ticket: String, expires: Int64) {
        let card = try form.id("cardId")
        try await store.count(.page, of: user, now: now)
        let ticket = Base64URL.encode(surroundings.random(32))
        let expires = now + Self.pageLifetime
        _ = try await summary(card, of: user, by: deadline)
        try await store.keep(
            CardStore.Page(user: user, card: card), ticket: SHA256.hash(Array(ticket.utf8)), until: expires, now: now)
        return (ticket, expires)
    }

    /// The page of a ticket, once.
    func page(ticket: String) async throws -> CardStore.Page {
        guard ticket.utf8.count == 43,
            let page = try await store.take(ticket: SHA256.hash(Array(ticket.utf8)), now: now)
        else { throw CardRefusal(.pageGone) }
        return page
    }

    func card(_ card: String, of user: CardUser) async throws -> JSONValue {
        try await store.count(.read, of: user, now: now)
        return try await summary(card, of: user, by: deadline).json(designs)
    }

    func transactions(_ card: String, _ cursor: String?, of user: CardUser) async throws -> JSONValue {
        let milliseconds = Int64(surroundings.now().timeIntervalSince1970 * 1_000)
        let place = try cursor.map { text throws(CardRefusal) in
            try CardTransactions.Cursor(text, now: milliseconds)
        }
        try await store.count(.read, of: user, now: now)
        let deadline = deadline
        _ = try await summary(card, of: user, by: deadline)
        let page = CardTransactions(card: card, cursor: place ?? CardTransactions.Cursor(page: 1, end: milliseconds))
        return try page.answer(try await client.ask(.statement, page.question, by: deadline))
    }

    /// Freezes the card, or lifts what the person has frozen; gives it as it is then.
    func freeze(_ card: String, _ isFrozen: Bool, of user: CardUser) async throws -> JSONValue {
        try await store.count(.change, of: user, now: now)
        let deadline = deadline
        let found = try await summary(card, of: user, by: deadline)
        if isFrozen ? found.isFrozenByHolder : found.isActive { return found.json(designs) }
        guard isFrozen ? found.isActive : found.isFrozenByHolder else {
            throw CardRefusal(found.status == "BLOCKED" ? .cardBlocked : .cardNotActive)
        }
        // Known before it is done: what nobody knows to be the person's, the person could not lift.
        if isFrozen { try await store.note(card, frozenBy: user) }
        do throws(CardRefusal) {
            _ = try await client.ask(isFrozen ? .block : .unblock, ["cardId": .string(card)], by: deadline)
        } catch {
            if isFrozen, error.code.status < 500 || error.isUnsent { try await store.forget(card, frozenBy: user) }
            throw error
        }
        if !isFrozen { try await store.forget(card, frozenBy: user) }
        return try await summary(card, of: user, by: deadline).json(designs)
    }

    /// The card, when it is the user's. An issuer may say of what a person freezes here that its client has blocked it.
    private func summary(_ card: String, of user: CardUser, by deadline: HTTPDeadline) async throws -> CardSummary {
        guard CardID.isOne(card) else { throw CardRefusal(.cardUnknown) }
        var summary = try CardSummary(try await client.ask(.card, card: card, by: deadline))
        guard summary.id == card else { throw CardRefusal(.issuerInvalid) }
        guard summary.user == user.id else { throw CardRefusal(.cardNotYours) }
        if summary.isBlockedByClient, try await store.isFrozen(card, by: user) {
            summary.blockType = CardSummary.byHolder
        }
        return summary
    }
}
