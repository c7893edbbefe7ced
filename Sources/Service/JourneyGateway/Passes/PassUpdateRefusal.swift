import JourneyBase
import JourneyServer

/// Why the pass web service does not do what a device asks; `docs/pass-updates.md` has the table. What the signer and the
/// database cannot do is a `PassRefusal`.
struct PassUpdateRefusal: Error, Hashable, Sendable {
    let status: Int
    let code: String
    let title: String
    var retryAfter: Int64?

    private init(_ status: Int, _ code: String, _ title: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.retryAfter = retryAfter
    }

    static let requestInvalid = PassUpdateRefusal(400, "REQUEST_INVALID", "The request is not as it has to be.")
    /// Also for a pass that there is not: whoever guesses learns nothing.
    static let tokenInvalid = PassUpdateRefusal(401, "TOKEN_INVALID", "The pass's own authentication token is needed.")
    static let notPersonalizable = PassUpdateRefusal(
        404, "PASS_UNKNOWN", "There is no such pass that asks for anything.")
    static let personalized = PassUpdateRefusal(
        409, "PASS_PERSONALIZED", "The pass was personalised with another token.")
    static let unsupportedType = PassUpdateRefusal(
        415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    static let tooManyDevices = PassUpdateRefusal(
        429, "TOO_MANY_DEVICES", "The pass is on as many devices as it may be.", retryAfter: 86_400)
    static let tooManyPasses = PassUpdateRefusal(
        429, "TOO_MANY_PASSES", "The device has as many passes of this type as it may have.", retryAfter: 86_400)
    static let rateLimited = PassUpdateRefusal(429, "RATE_LIMITED", "Too many messages at this time.", retryAfter: 60)
    var response: HTTPResponse {
        var headers: HTTPFields = [:]
        if status == 401 { headers["WWW-Authenticate"] = "ApplePass" }
        if let retryAfter { headers["Retry-After"] = String(retryAfter) }
        return Problem(status, code, title, headers: headers).response
    }
}
