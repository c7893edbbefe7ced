import JourneyBase
import JourneyServer

/// The refusal of a request by a service of `Contract`.
struct ServiceRefusal<Contract: RefusingContract>: Error, Hashable {
    let code: RefusalCode<Contract>
    /// The time after which the request may be sent again.
    var retryAfter: Duration?
    /// The number of codes that may still be tried.
    var attemptsLeft: Int?
    /// The fate of the service's own request to another service: whether that may have been done all the same.
    var fate: RequestFate

    init(
        _ code: RefusalCode<Contract>, retryAfter: Duration? = nil, attemptsLeft: Int? = nil,
        fate: RequestFate = .answered
    ) {
        self.code = code
        self.retryAfter = retryAfter
        self.attemptsLeft = attemptsLeft
        self.fate = fate
    }

    /// RFC 9457, with `code`, and with `attemptsLeft` where it is known; never cached.
    var response: HTTPResponse {
        var headers: HTTPFields = [:]
        if code.status == 401 { headers["WWW-Authenticate"] = Contract.challenge }
        if [429, 503].contains(code.status), let wait = retryAfter ?? Contract.usualWait(after: code) {
            headers["Retry-After"] = String(max(1, wait.components.seconds))
        }
        var body = Problem(code.status, code.name, code.title).body.object ?? [:]
        body["attemptsLeft"] = attemptsLeft.map { .number(JSONNumber($0)) }
        return Problem.response(status: code.status, body: .object(body), headers: headers)
    }
}

/// A contract of the gateway, as far as its services refuse requests.
protocol RefusingContract: Sendable {
    /// The `WWW-Authenticate` of its answers with the status 401.
    static var challenge: String { get }
    /// The time that is named with a 429 or a 503 where the refusal names none; `nil` where sending again is no use.
    static func usualWait(after code: RefusalCode<Self>) -> Duration?
    /// The answer to a request whose work threw `error`.
    static func response(to error: any Error) -> HTTPResponse
}

extension RefusingContract {
    /// A route of the contract, whose errors are answered as the contract has it.
    static func route(
        _ method: HTTPMethod, _ path: String, limit: Int,
        _ work: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse
    ) -> Route {
        Route(method, path, body: .whole(limit: limit)) { request, parameters in
            do { return try await work(request, parameters) } catch { return response(to: error) }
        }
    }
}
