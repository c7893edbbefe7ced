import JourneyBase
import JourneyServer
import JourneyWire

typealias PassRefusal = ServiceRefusal<PassContract>

extension PassContract: RefusingContract {
    static let (invalid, unsupported): (PassCode, PassCode) = (.requestInvalid, .unsupportedType)

    static func usualWait(after code: PassCode) -> Duration? { .seconds(5) }

    static func response(to error: any Error) -> HTTPResponse { PassRefusal(error).response }
}

extension ServiceRefusal<PassContract> {
    /// Maps any error to a refusal: a transient database failure to `STORE_BUSY`, others to `STORE_FAILED`. Nothing was changed,
    /// or repeating the request is harmless.
    init(_ error: any Error) {
        switch error {
        case let refusal as PassRefusal: self = refusal
        case let error as DatabaseError where [.storeBusy, .storeUnknown].contains(error.journeyError.code):
            self.init(.storeBusy, retryAfter: .seconds(1))
        case is CancellationError: self.init(.storeBusy)
        default: self.init(.storeFailed)
        }
    }
}
