import JourneyBase
import JourneyServer

/// Why a request of the card proxy's is not done.
struct CardRefusal: Error, Hashable, Sendable {
    let code: CardCode
    /// When to come again.
    var retryAfter: Duration?
    /// How many codes may still be tried.
    var attemptsLeft: Int?
    /// Whether the issuer was not asked at all, or no byte of the request was sent.
    var isUnsent: Bool
    /// Whether the issuer may have done it all the same: it was asked, and has not said no.
    var isUndecided: Bool

    init(
        _ code: CardCode, retryAfter: Duration? = nil, attemptsLeft: Int? = nil, isUnsent: Bool = false,
        isUndecided: Bool = false
    ) {
        self.code = code
        self.retryAfter = retryAfter
        self.attemptsLeft = attemptsLeft
        self.isUnsent = isUnsent
        self.isUndecided = isUndecided
    }

    /// What is said to whom a time is owed and none is known.
    private static let usualWait: Duration = .seconds(30)

    /// RFC 9457, with `code`, and with `attemptsLeft` where it is known; never cached.
    var response: HTTPResponse {
        var headers: HTTPFields = [:]
        if code.status == 401 { headers["WWW-Authenticate"] = "Bearer realm=\"cards\", error=\"invalid_token\"" }
        // To whom nothing more is sent, however long they wait, no time is said.
        let isForGood = code == .resendLimit && retryAfter == nil
        if [429, 503].contains(code.status), !isForGood {
            headers["Retry-After"] = String(max(1, (retryAfter ?? Self.usualWait).components.seconds))
        }
        var body = Problem(code.status, code.name, code.title).body.object ?? [:]
        if let attemptsLeft { body["attemptsLeft"] = .number(JSONNumber(Int64(attemptsLeft))) }
        return Problem.response(status: code.status, body: .object(body), headers: headers)
    }
}
