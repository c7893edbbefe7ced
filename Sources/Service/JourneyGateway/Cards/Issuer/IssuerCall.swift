import JourneyBase

/// A call of the issuer's API.
enum IssuerCall: String, Hashable, Sendable, CaseIterable {
    case confirm, resend, revoke, card, block, unblock, statement

    var method: HTTPMethod { self == .card ? .get : .post }

    /// Below the API's version; `card` is followed by the card's id.
    var path: String {
        switch self {
        case .confirm: "/card/confirm-consent"
        case .resend: "/card/resend-consent-code"
        case .revoke: "/card/revoke-consent"
        case .card: "/card/"
        case .block: "/card/block"
        case .unblock: "/card/unblock"
        case .statement: "/card/statement"
        }
    }

    /// Whether the issuer takes a repetition of one request for one request: what reads, and revoking, after which nothing is
    /// left to revoke. A repeated confirmation finds its code used, a repeated resend sends another code, and a card that was
    /// blocked by a request whose answer was lost refuses to be blocked again.
    var isRepeatable: Bool { [.revoke, .card, .statement].contains(self) }

    /// Whether it is about a challenge, and not about a card.
    var isConsent: Bool { [.confirm, .resend, .revoke].contains(self) }
}
