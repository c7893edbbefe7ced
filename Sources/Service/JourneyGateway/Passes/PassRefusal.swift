import JourneyBase
import JourneyServer

/// Why a request of the pass service's is not done.
struct PassRefusal: Error, Hashable, Sendable {
    let code: PassCode
    /// When to come again.
    var retryAfter: Duration?

    init(_ code: PassCode, retryAfter: Duration? = nil) {
        self.code = code
        self.retryAfter = retryAfter
    }

    /// What a database's failure is to a caller: one that may pass, or one that somebody has to look at. Nothing was done, or
    /// doing it again does no harm.
    init(_ error: any Error) {
        switch error {
        case let refusal as PassRefusal: self = refusal
        case let error as DatabaseError where [.storeBusy, .storeUnknown].contains(error.journeyError.code):
            self.init(.storeBusy, retryAfter: .seconds(1))
        case is CancellationError: self.init(.storeBusy)
        default: self.init(.storeFailed)
        }
    }

    /// What is said to whom a time is owed and none is known.
    private static let usualWait: Duration = .seconds(5)

    /// RFC 9457, with `code`; never cached.
    var response: HTTPResponse {
        var headers: HTTPFields = [:]
        if code.status == 401 { headers["WWW-Authenticate"] = "Basic realm=\"passes\", charset=\"UTF-8\"" }
        if [429, 503].contains(code.status) {
            headers["Retry-After"] = String(max(1, (retryAfter ?? Self.usualWait).components.seconds))
        }
        return Problem(code.status, code.name, code.title, headers: headers).response
    }
}
