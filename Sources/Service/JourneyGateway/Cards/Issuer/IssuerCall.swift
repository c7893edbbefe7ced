import JourneyWire

extension IssuerCall {
    /// `true` if repeating a request has no further effect: reads and revocation. A repeated confirmation finds its code used, a
    /// repeated resend sends another code, and a repeated block is refused if only the answer was lost.
    var isRepeatable: Bool { [.revoke, .card, .statement].contains(self) }

    /// `true` for operations on a challenge, `false` for operations on a card.
    var isConsent: Bool { [.confirm, .resend, .revoke].contains(self) }
}
