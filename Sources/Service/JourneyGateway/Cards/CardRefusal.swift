import JourneyBase
import JourneyWire

typealias CardRefusal = ServiceRefusal<CardContract>

extension CardContract: RefusingContract {
    static let (invalid, unsupported): (CardCode, CardCode) = (.requestInvalid, .unsupportedType)

    // To whom nothing more is sent, however long they wait, no time is said.
    static func usualWait(after code: CardCode) -> Duration? { code == .resendLimit ? nil : .seconds(30) }

    static func response(to error: any Error) -> HTTPResponse {
        (error as? CardRefusal ?? CardRefusal(.serverError)).response
    }
}
