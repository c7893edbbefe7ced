import JourneyBase
import JourneyWire

typealias PassUpdateRefusal = ServiceRefusal<PassUpdateContract>

extension PassUpdateContract: RefusingContract {
    static let challenge = scheme
    static let (invalid, unsupported): (PassUpdateCode, PassUpdateCode) = (.requestInvalid, .unsupportedType)

    static func usualWait(after code: PassUpdateCode) -> Duration? { .seconds(code == .rateLimited ? 60 : 86_400) }

    /// Answers with the error's own refusal; failures of the signer and the database become a `PassRefusal`.
    static func response(to error: any Error) -> HTTPResponse {
        (error as? PassUpdateRefusal)?.response ?? PassContract.response(to: error)
    }
}
