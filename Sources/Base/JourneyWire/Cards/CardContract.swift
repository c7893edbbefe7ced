package import JourneyBase

/// The contract of the card proxy, as described in `docs/reference/card-proxy.md`.
package enum CardContract {
    /// The `WWW-Authenticate` value of a 401 response.
    package static let challenge = "Bearer realm=\"cards\", error=\"invalid_token\""
    /// The member of a refusal with the number of remaining attempts.
    package static let attemptsLeft = "attemptsLeft"
    /// The query parameter that continues a list of payments.
    package static let cursor = "cursor"
    /// The `typ` of the JWS that identifies the user.
    package static let userTokenType = "card-user+jwt"

    package static let confirm = Endpoint<ConsentConfirmation, CardTokenAnswer>(
        .post, "/striga/confirm-consent", headers: [authorization, WireHeader.idempotencyKey],
        refusals: CardCode.wire(form + consent + [.codeUsed, .codeWrong]))
    package static let resend = Endpoint<ConsentResend, EmptyMessage>(
        .post, "/striga/resend-consent-code", headers: [authorization],
        refusals: CardCode.wire(form + consent + [.codeUsed]))
    package static let revoke = Endpoint<ConsentRevocation, EmptyMessage>(
        .post, "/striga/revoke-consent", headers: [authorization], refusals: CardCode.wire(form + consent))
    package static let openPage = Endpoint<CardPageRequest, CardPageAddress>(
        .post, "/striga/pages", status: 201, headers: [authorization], refusals: CardCode.wire(form + cards))
    package static let page = Endpoint<NoBody, CardDocument>(
        .get, "/striga/page/{ticket}",
        refusals: CardCode.wire([.requestInvalid, .pageGone, .serverError]) + [.notFound])
    package static let pageFile = Endpoint<NoBody, CardFile>(
        .get, "/striga/page/{version}/{file}", refusals: [.notFound])
    package static let card = Endpoint<NoBody, CardAnswer>(
        .get, "/striga/cards/{card}", headers: [authorization], refusals: CardCode.wire(user + cards) + [.notFound])
    package static let payments = Endpoint<NoBody, CardPayments>(
        .get, "/striga/cards/{card}/transactions", query: [cursor], headers: [authorization],
        refusals: CardCode.wire(user + cards + [.requestInvalid]) + [.notFound])
    package static let freeze = Endpoint<EmptyMessage, CardAnswer>(
        .post, "/striga/cards/{card}/freeze", headers: [authorization], refusals: CardCode.wire(change) + [.notFound])
    package static let unfreeze = Endpoint<EmptyMessage, CardAnswer>(
        .post, "/striga/cards/{card}/unfreeze", headers: [authorization], refusals: CardCode.wire(change) + [.notFound])

    package static let endpoints: [any WireEndpoint] = [
        confirm, resend, revoke, openPage, page, pageFile, card, payments, freeze, unfreeze,
    ]

    private static let authorization = "Authorization"
    private static let user: [CardCode] = [.tokenInvalid, .tokenExpired, .rateLimited, .serverError]
    private static let form = user + [.requestInvalid, .unsupportedType, .userMismatch]
    private static let issuer: [CardCode] = [
        .userSuspended, .issuerRefused, .issuerInvalid, .issuerDown, .issuerTimeout,
    ]
    private static let consent =
        issuer + [.challengeUnknown, .challengeExpired, .mfaNotEnabled, .tooManyAttempts, .resendLimit]
    private static let cards = issuer + [.cardUnknown, .cardNotYours, .cardBlocked, .cardNotActive]
    private static let change = user + [.requestInvalid, .unsupportedType] + cards

    /// The prefix of a page's path; its ticket follows.
    package static let pagePrefix = "/striga/page/"
}

/// A request that names its user.
package protocol CardUserMessage: WireMessage { var userId: String { get } }

package struct ConsentConfirmation: CardUserMessage {
    package let userId: String
    package let challengeId: String
    package let verificationCode: String

    package init(userId: String, challengeId: String, verificationCode: String) {
        self.userId = userId
        self.challengeId = challengeId
        self.verificationCode = verificationCode
    }
}

package struct ConsentResend: CardUserMessage {
    package let userId: String
    package let challengeId: String

    package init(userId: String, challengeId: String) {
        self.userId = userId
        self.challengeId = challengeId
    }
}

package struct ConsentRevocation: CardUserMessage {
    package let userId: String

    package init(userId: String) { self.userId = userId }
}

/// The response to a confirmation. Clients parse it byte by byte, so that the token never becomes a `String`.
package struct CardTokenAnswer: WireMessage {
    /// The name of its only member.
    package static let member = CodingKeys.cardAuthToken.rawValue

    private enum CodingKeys: String, CodingKey { case cardAuthToken }

    package let cardAuthToken: WireSecret

    package init(_ token: Secret) { cardAuthToken = WireSecret(token) }
}

package struct CardPageRequest: CardUserMessage {
    package let userId: String
    package let cardId: String

    package init(userId: String, cardId: String) {
        self.userId = userId
        self.cardId = cardId
    }
}

/// The URL of a page that can be opened once.
package struct CardPageAddress: WireMessage {
    package let url: String
    package let expires: String?

    package init(url: String, expires: String) {
        self.url = url
        self.expires = expires
    }
}

/// The page that embeds the issuer's frames, and its files.
package enum CardDocument: WireFile { package static let type = "text/html; charset=utf-8" }

/// A script or style sheet of the page.
package enum CardFile: WireBody { package static let mediaType: String? = nil }

/// The data of a card that an app may have.
package struct CardAnswer: WireMessage {
    package let id: String
    package let name: String
    package let expiry: String
    package let maskedCardNumber: String
    package let status: String
    package let type: String?
    package let blockType: String?
    package let currency: String?
    /// A `CardAppearance`. Clients ignore one that they can't parse.
    package let design: WireJSON?

    package init(
        id: String, name: String, expiry: String, maskedCardNumber: String, status: String, type: String,
        blockType: String?, currency: String?, design: CardAppearance?
    ) {
        self.id = id
        self.name = name
        self.expiry = expiry
        self.maskedCardNumber = maskedCardNumber
        self.status = status
        self.type = type
        self.blockType = blockType
        self.currency = currency
        self.design = design.map { WireJSON($0.json) }
    }
}

/// The appearance of a card: its product's name, and colours such as `#0b5fae`.
package struct CardAppearance: WireMessage {
    package let name: String
    package let background: String
    package let accent: String
    package let text: String

    package init(name: String, background: String, accent: String, text: String) {
        self.name = name
        self.background = background
        self.accent = accent
        self.text = text
    }
}

/// A page of the list of payments, the latest first.
package struct CardPayments: WireMessage {
    package let transactions: [CardPayment]
    /// The cursor of the next page.
    package let next: String?

    package init(transactions: [CardPayment], next: String?) {
        self.transactions = transactions
        self.next = next
    }
}

package struct CardPayment: WireMessage {
    package let id: String
    package let date: String
    package let merchant: String
    /// A decimal number in the currency's major unit.
    package let amount: String
    package let currency: String
    package let direction: String
    package let status: String

    package init(
        id: String, date: String, merchant: String, amount: String, currency: String, direction: String, status: String
    ) {
        self.id = id
        self.date = date
        self.merchant = merchant
        self.amount = amount
        self.currency = currency
        self.direction = direction
        self.status = status
    }
}
