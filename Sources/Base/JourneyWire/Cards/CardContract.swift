package import JourneyBase

/// The contract of the card proxy, which `docs/reference/card-proxy.md` describes.
package enum CardContract {
    /// The `WWW-Authenticate` of an answer with the status 401.
    package static let challenge = "Bearer realm=\"cards\", error=\"invalid_token\""
    /// The member of a refusal with the number of codes that may still be tried.
    package static let attemptsLeft = "attemptsLeft"
    /// The query's parameter that continues a list of payments.
    package static let cursor = "cursor"
    /// The type of the token that names the user, a JWS.
    package static let userTokenType = "card-user+jwt"

    package static let confirm = Endpoint<ConsentConfirmation, CardTokenAnswer>(
        .post, "/striga/confirm-consent", headers: [WireHeader.idempotencyKey])
    package static let resend = Endpoint<ConsentResend, EmptyMessage>(.post, "/striga/resend-consent-code")
    package static let revoke = Endpoint<ConsentRevocation, EmptyMessage>(.post, "/striga/revoke-consent")
    package static let openPage = Endpoint<CardPageRequest, CardPageAddress>(.post, "/striga/pages", status: 201)
    package static let page = Endpoint<NoBody, CardDocument>(.get, "/striga/page/{ticket}")
    package static let pageFile = Endpoint<NoBody, CardDocument>(.get, "/striga/page/{version}/{file}")
    package static let card = Endpoint<NoBody, CardAnswer>(.get, "/striga/cards/{card}")
    package static let payments = Endpoint<NoBody, CardPayments>(
        .get, "/striga/cards/{card}/transactions", query: [cursor])
    package static let freeze = Endpoint<EmptyMessage, CardAnswer>(.post, "/striga/cards/{card}/freeze")
    package static let unfreeze = Endpoint<EmptyMessage, CardAnswer>(.post, "/striga/cards/{card}/unfreeze")

    /// The start of a page's path; its ticket follows.
    package static let pagePrefix = "/striga/page/"
}

/// A request of the card proxy that names its user.
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

/// The answer to a confirmation. Clients read it byte by byte, so that the token becomes no text.
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

/// The address of a page that opens once.
package struct CardPageAddress: WireMessage {
    package let url: String
    package let expires: String?

    package init(url: String, expires: String) {
        self.url = url
        self.expires = expires
    }
}

/// The page that carries the issuer's frames, and its files.
package enum CardDocument: WireFile { package static let type = "text/html; charset=utf-8" }

/// The facts of a card that an app may know.
package struct CardAnswer: WireMessage {
    package let id: String
    package let name: String
    package let expiry: String
    package let maskedCardNumber: String
    package let status: String
    package let type: String?
    package let blockType: String?
    package let currency: String?
    /// A `CardLook`; a client passes over one that it cannot read.
    package let design: WireJSON?

    package init(
        id: String, name: String, expiry: String, maskedCardNumber: String, status: String, type: String,
        blockType: String?, currency: String?, design: CardLook?
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

/// The look of a card: its product's name, and colours such as `#0b5fae`.
package struct CardLook: WireMessage {
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

/// A part of the list of payments, the latest first.
package struct CardPayments: WireMessage {
    package let transactions: [CardPayment]
    /// The cursor of the next part.
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
    /// A decimal number in whole units of the currency.
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
