import JourneyBase

/// An operation of the issuer's API.
enum IssuerCall: String, Hashable, Sendable, CaseIterable {
    case confirm, resend, revoke, card, block, unblock, statement

    var method: HTTPMethod { self == .card ? .get : .post }

    /// The path below the API's version; `card` is followed by the card's id.
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

    /// `true` if repeating a request has no further effect: reads and revocation. A repeated confirmation finds its code used, a
    /// repeated resend sends another code, and a repeated block is refused if only the answer was lost.
    var isRepeatable: Bool { [.revoke, .card, .statement].contains(self) }

    /// `true` for operations on a challenge, `false` for operations on a card.
    var isConsent: Bool { [.confirm, .resend, .revoke].contains(self) }
}
