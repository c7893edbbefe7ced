import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire

/// A card, its transactions, and the page that shows it.
extension CardService {
    /// The lifetime of a page's address, in seconds.
    static let pageLifetime: Int64 = 60

    /// Issues a single-use ticket for the page of the user's card, with its expiry in seconds since 1970.
    func page(_ form: CardPageRequest, of user: CardUser) async throws -> (ticket: String, expires: Int64) {
        let card = try CardID.required(form.cardId)
        try await store.count(.page, of: user, now: now)
        let ticket = Base64URL.encode(dependencies.random(32))
        let expires = now + Self.pageLifetime
        _ = try await summary(card, of: user, by: deadline)
        try await store.store(
            try keys.seal(CardStore.Page(user: user, card: card), ticket: ticket),
            ticket: keys.digest(ofTicket: ticket), until: expires)
        return (ticket, expires)
    }

    /// Redeems a ticket for its page. A ticket works once.
    func page(ticket: String) async throws -> CardStore.Page {
        guard ticket.utf8.count == 43,
            let sealed = try await store.take(ticket: keys.digest(ofTicket: ticket), now: now),
            let page = keys.page(sealed, ticket: ticket)
        else { throw CardRefusal(.pageGone) }
        return page
    }

    func card(_ card: String, of user: CardUser) async throws -> CardAnswer {
        try await store.count(.read, of: user, now: now)
        return try await summary(card, of: user, by: deadline).answer(designs)
    }

    func transactions(_ card: String, _ cursor: String?, of user: CardUser) async throws -> CardPayments {
        let milliseconds = Int64(dependencies.now().timeIntervalSince1970 * 1_000)
        let place = try cursor.map { text throws(CardRefusal) in
            try CardTransactions.Cursor(text, now: milliseconds)
        }
        try await store.count(.read, of: user, now: now)
        let deadline = deadline
        _ = try await summary(card, of: user, by: deadline)
        let page = CardTransactions(card: card, cursor: place ?? CardTransactions.Cursor(page: 1, end: milliseconds))
        return try page.answer(try await client.ask(.statement, page.question, for: user, by: deadline))
    }

    /// Returns the card if it belongs to `user`. Cards frozen here may be reported by the issuer as blocked by its client; they
    /// are marked as blocked by their holder.
    func summary(_ card: String, of user: CardUser, by deadline: HTTPDeadline) async throws -> CardSummary {
        guard CardID.isOne(card) else { throw CardRefusal(.cardUnknown) }
        var summary = try CardSummary(try await client.ask(.card, card: card, for: user, by: deadline))
        guard summary.id == card else { throw CardRefusal(.issuerInvalid) }
        guard summary.user == user.id else {
            throw CardRefusal(try await isOfSamePartner(summary.user, as: user) ? .cardNotYours : .cardUnknown)
        }
        if !summary.isBlockedByClient {
            // The note no longer applies: a later block by the client is someone else's.
            try await store.deleteStaleRecord(card, frozenBy: user, now: now)
        } else if try await store.mark(of: card, frozenBy: user) != nil {
            summary.blockType = CardSummary.byHolder
        }
        return summary
    }
}
