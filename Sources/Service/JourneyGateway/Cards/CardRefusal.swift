import JourneyBase
import JourneyWire

typealias CardRefusal = ServiceRefusal<CardContract>

extension CardContract: RefusingContract {
    static let (invalid, unsupported): (CardCode, CardCode) = (.requestInvalid, .unsupportedType)

    // After the resend limit no wait helps, so none is announced.
    static func usualWait(after code: CardCode) -> Duration? { code == .resendLimit ? nil : .seconds(30) }

    static func response(to error: any Error) -> HTTPResponse {
        (error as? CardRefusal ?? CardRefusal(.serverError)).response
    }
}
