internal import Foundation
import JourneyBase
internal import JourneyWire

extension CardProxyClient {
    // MARK: Consent

    /// Submits the code of `challenge` and returns the token that draws the user's cards.
    ///
    /// `key` is the same for each attempt with one code; the proxy executes it once. Throws `CODE_WRONG` (with the attempts
    /// left),
    /// `CODE_USED`, `CHALLENGE_EXPIRED`, `CHALLENGE_UNKNOWN`, `TOO_MANY_ATTEMPTS`, and the codes of every call.
    func confirm(
        _ code: String, of challenge: ChallengeID, user: CardUserID, key: String
    ) async throws(CardProblem) -> Secret {
        var response = try await post(
            CardContract.confirm,
            ConsentConfirmation(userId: user.rawValue, challengeId: challenge.rawValue, verificationCode: code),
            headers: [WireHeader.idempotencyKey: key], "confirm-consent")
        // The response is in ordinary memory; overwrite this copy at once.
        defer { response.body.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
        guard let token = CardAuthToken.read(response.body) else {
            throw CardProblem(
                JourneyError(.issuerInvalid, "The proxy's response to the code has no valid cardAuthToken."))
        }
        return token
    }

    /// Has the code of `challenge` sent again. Throws `RESEND_LIMIT`.
    func resend(_ challenge: ChallengeID, user: CardUserID) async throws(CardProblem) {
        _ = try await post(
            CardContract.resend, ConsentResend(userId: user.rawValue, challengeId: challenge.rawValue),
            "resend-consent-code")
    }

    /// Revokes the user's token. The call is idempotent, so it is repeated until it is answered.
    func revoke(_ user: CardUserID) async throws(CardProblem) {
        _ = try await post(
            CardContract.revoke, ConsentRevocation(userId: user.rawValue), isRepeatable: true, "revoke-consent")
    }

    // MARK: Pages

    /// Returns the address of a page for this user, valid for one load within a minute. Throws `ISSUER_INVALID` for an address
    /// outside the proxy's origin.
    func page(for card: CardID, user: CardUserID) async throws(CardProblem) -> HTTPSURL {
        let response = try await post(
            CardContract.openPage, CardPageRequest(userId: user.rawValue, cardId: card.rawValue), "pages")
        guard let page = try? CardPageAddress(try value(of: response)), let url = HTTPSURL(page.url),
            url.origin == gateway, url.path.hasPrefix(CardContract.pagePrefix)
        else {
            throw CardProblem(
                JourneyError(.issuerInvalid, "The proxy's response has no page address in its own origin."))
        }
        return url
    }

    // MARK: The card

    /// Returns the card's data.
    func card(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try await get(CardContract.card, of: id, "card"), id)
    }

    /// Freezes the card: payments are refused until it is unfrozen.
    func freeze(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try value(of: try await post(CardContract.freeze, EmptyMessage(), of: id, "freeze")), id)
    }

    /// Unfreezes the card: payments are accepted again.
    func unfreeze(_ id: CardID) async throws(CardProblem) -> CardSummary {
        try summary(try value(of: try await post(CardContract.unfreeze, EmptyMessage(), of: id, "unfreeze")), id)
    }

    /// Returns the card's payments, newest first, from `cursor` on.
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
