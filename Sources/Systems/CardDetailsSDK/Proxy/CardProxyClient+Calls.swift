internal import Foundation
import JourneyBase
internal import JourneyWire

extension CardProxyClient {
    // MARK: Consent

    /// Hands in the code of `challenge` and gives the token that draws the person's cards.
    ///
    /// `key` is the same for each try of one code: a proxy that has it done already does not do it again. Throws `CODE_WRONG`
    /// (with the attempts left), `CODE_USED`, `CHALLENGE_EXPIRED`, `CHALLENGE_UNKNOWN`, `TOO_MANY_ATTEMPTS`, and the codes that
    /// every call has.
    func confirm(
        _ code: String, of challenge: ChallengeID, user: CardUserID, key: String
    ) async throws(CardProblem) -> Secret {
        var response = try await post(
            CardContract.confirm,
            ConsentConfirmation(userId: user.rawValue, challengeId: challenge.rawValue, verificationCode: code),
            headers: [WireHeader.idempotencyKey: key], "confirm-consent")
        // The answer came in ordinary memory; this copy of it goes at once.
        defer { response.body.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
        guard let token = CardAuthToken.read(response.body) else {
            throw CardProblem(JourneyError(.issuerInvalid, "The proxy's answer holds no token."))
        }
        return token
    }

    /// Has the code of `challenge` sent again. Throws `RESEND_LIMIT`.
    func resend(_ challenge: ChallengeID, user: CardUserID) async throws(CardProblem) {
        _ = try await post(
            CardContract.resend, ConsentResend(userId: user.rawValue, challengeId: challenge.rawValue),
            "resend-consent-code")
    }

    /// Makes the person's token worth nothing. What is sent twice has no second effect, so it is sent until it is answered.
    func revoke(_ user: CardUserID) async throws(CardProblem) {
        _ = try await post(
            CardContract.revoke, ConsentRevocation(userId: user.rawValue), isRepeatable: true, "revoke-consent")
    }

    // MARK: Pages

    /// A page of the person's own, good for one load within a minute. Throws `ISSUER_INVALID` for an address that is not the
    /// proxy's.
    func page(for card: CardID, user: CardUserID) async throws(CardProblem) -> HTTPSURL {
        let response = try await post(
            CardContract.openPage, CardPageRequest(userId: user.rawValue, cardId: card.rawValue), "pages")
        guard let page = try? CardPageAddress(try value(of: response)), let url = HTTPSURL(page.url),
            url.origin == gateway, url.path.hasPrefix(CardContract.pagePrefix)
        else { throw CardProblem(JourneyError(.issuerInvalid, "The proxy's page is none of its own.")) }
        return url
    }

    // MARK: The card

    /// What may be known of the card.
    func card(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try await get(CardContract.card, of: id, "card"), id)
    }

    /// Freezes the card: no payment passes until it is thawed.
    func freeze(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try value(of: try await post(CardContract.freeze, EmptyMessage(), of: id, "freeze")), id)
    }

    /// Lets payments pass again.
    func unfreeze(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try value(of: try await post(CardContract.unfreeze, EmptyMessage(), of: id, "unfreeze")), id)
    }

    /// The card's payments, newest first, from `cursor` on.
    func transactions(
        of id: CardID, from cursor: TransactionCursor? = nil
    ) async throws(CardProblem) -> TransactionPage {
        let body = try await get(
            CardContract.payments, of: id, query: cursor.map { "\(CardContract.cursor)=\($0.rawValue)" }, "transactions"
        )
        do throws(JourneyError) { return try TransactionPage(body) } catch { throw CardProblem(error) }
    }

    private func summary(_ body: JSONValue, _ id: CardID) throws(CardProblem) -> CardSummary {
        do throws(JourneyError) { return try CardSummary(body, id: id) } catch { throw CardProblem(error) }
    }
}
