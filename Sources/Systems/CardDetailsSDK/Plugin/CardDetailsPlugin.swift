public import JourneyBase
internal import JourneyWire

/// A plugin that shows the user's card as a step of a signed journey: `showCardDetails`.
///
/// The page learns that the viewing ended and nothing else: no number, no token, no reason.
public final class CardDetailsPlugin: JourneyPlugin {
    public let name = "card_details"
    public let methods: Set<String> = ["showCardDetails"]

    private let flow: CardDetailsFlow
    private let user: CardUserID

    /// Creates a plugin that shows cards of one user. A page cannot choose another.
    ///
    /// - Parameters:
    ///   - flow: The flow that shows the card.
    ///   - user: The host's user.
    public init(flow: CardDetailsFlow, user: CardUserID) {
        self.flow = flow
        self.user = user
    }

    /// Shows a card. A code is sent only when the user presses a button for it, never by a page's call alone.
    ///
    /// - Parameters:
    ///   - method: `showCardDetails`.
    ///   - params: `{cardId}`.
    /// - Returns: `{outcome: "SHOWN"}`.
    /// - Throws: `JourneyError`: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for an invalid card id,
    ///   `USER_CANCELLED` if
    ///   the user left, `BRIDGE_BUSY` while a card is shown, else the code of the flow's failure.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no method \(method).")
        }
        guard let object = params.object, object.count == 1, let card = params[.cardId]?.string.flatMap(CardID.init)
        else {
            throw JourneyError(.validationFail, "showCardDetails takes a cardId of 1 to 64 letters, digits or hyphens.")
        }
        switch await flow.run(card, of: user, asksFirst: true) {
        case .completed, .pending: return ["outcome": "SHOWN"]
        case .cancelled: throw JourneyError(.userCancelled, "The user left before the card was shown.")
        case .failed(let error):
            guard error.code != .alreadyRunning else {
                throw JourneyError(.bridgeBusy, "A card is already being shown. Wait for the viewing to end.")
            }
            throw error
        }
    }
}
