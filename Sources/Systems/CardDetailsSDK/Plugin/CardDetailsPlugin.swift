public import JourneyBase

/// Lets a signed journey show the person's card as one of its steps: `showCardDetails`.
///
/// The page learns how the viewing ended and nothing else: no number, no token, no reason.
public final class CardDetailsPlugin: JourneyPlugin {
    public let name = "card_details"
    public let methods: Set<String> = ["showCardDetails"]

    private let flow: CardDetailsFlow
    private let user: CardUserID

    /// A plugin that shows cards of `user`, who is the host's: a page cannot name another.
    public init(flow: CardDetailsFlow, user: CardUserID) {
        self.flow = flow
        self.user = user
    }

    /// Takes `{cardId}`; answers `{outcome: "SHOWN"}`. A code is sent when the person presses a button for it, never by a page's
    /// call alone.
    ///
    /// Throws `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for what names no card, `USER_CANCELLED` when the person
    /// left, `BRIDGE_BUSY` while a card is being shown, and the code of the flow's failure.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else { throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.") }
        guard let object = params.object, object.count == 1, let card = object["cardId"]?.string.flatMap(CardID.init)
        else { throw JourneyError(.validationFail, "showCardDetails takes a cardId.") }
        switch await flow.run(card, of: user, asksFirst: true) {
        case .completed, .pending: return ["outcome": "SHOWN"]
        case .cancelled: throw JourneyError(.userCancelled, "The person left the card.")
        case .failed(let error):
            guard error.code != .alreadyRunning else {
                throw JourneyError(.bridgeBusy, "A card is being shown already.")
            }
            throw error
        }
    }
}
