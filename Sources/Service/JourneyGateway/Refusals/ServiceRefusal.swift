import JourneyBase
import JourneyServer
import JourneyWire

/// The refusal of a request by a service of `Contract`.
struct ServiceRefusal<Contract: RefusingContract>: Error, Hashable {
    let code: RefusalCode<Contract>
    /// The time after which the request may be sent again.
    var retryAfter: Duration?
    /// The number of codes that may still be tried.
    var attemptsLeft: Int?
    /// The fate of the service's own request to another service, which may have been processed despite the refusal.
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

    /// A problem document (RFC 9457) with `code`, and `attemptsLeft` if known; never cached.
    var response: HTTPResponse {
        var headers: HTTPFields = [:]
        if code.status == 401 { headers["WWW-Authenticate"] = Contract.challenge }
        if [429, 503].contains(code.status), let wait = retryAfter ?? Contract.usualWait(after: code) {
            headers["Retry-After"] = String(max(1, wait.components.seconds))
        }
        var body = Problem(code.status, code.name, code.title).body.object ?? [:]
        body[CardContract.attemptsLeft] = attemptsLeft.map { .number(JSONNumber($0)) }
        return Problem.response(status: code.status, body: .object(body), headers: headers)
    }
}

/// A contract of the gateway whose services read and refuse requests in the same way.
protocol RefusingContract: Sendable {
    /// The `WWW-Authenticate` value of answers with status 401.
    static var challenge: String { get }
    /// The code for a body that isn't the expected message.
    static var invalid: RefusalCode<Self> { get }
    /// The code for a content type other than JSON.
    static var unsupported: RefusalCode<Self> { get }
    /// Returns the `Retry-After` for a 429 or 503 whose refusal has none; `nil` if a retry is useless.
    static func usualWait(after code: RefusalCode<Self>) -> Duration?
    /// Returns the response to a request whose processing threw `error`.
    static func response(to error: any Error) -> HTTPResponse
}

extension RefusingContract {
    /// Creates a route of the contract that maps errors to the contract's responses.
    static func route(
        _ endpoint: some WireEndpoint, below prefix: String = "", limit: Int,
        _ work: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse
    ) -> Route {
        Route(endpoint.method, prefix + endpoint.path, body: .whole(limit: limit)) { request, parameters in
            do { return try await work(request, parameters) } catch { return response(to: error) }
        }
    }

    /// Parses the message in the body of `request`. Optional members must not be `null`.
    ///
    /// - Parameter needsType: `true` to refuse a body without `Content-Type`. A wrong content type is always refused.
    /// - Throws: The refusal with the contract's code.
    static func message<Message: WireMessage>(
        _: Message.Type, of request: HTTPRequest, limits: JSONLimits, needsType: Bool = true,
        unknownMembers: UnknownMembers = .refused
    ) throws(ServiceRefusal<Self>) -> Message {
        guard request.hasBody(of: "application/json") || (!needsType && request.headers["Content-Type"] == nil) else {
            throw ServiceRefusal(unsupported)
        }
        return try message(try? JSONReader.read(request.body, limits: limits), unknownMembers)
    }

    /// Parses the message in `json`.
    static func message<Message: WireMessage>(
        _ json: JSONValue?, _ unknownMembers: UnknownMembers = .refused
    ) throws(ServiceRefusal<Self>) -> Message {
        // A message without members would decode from any JSON.
        guard let json, let members = json.object, members.isEmpty || Message.self != EmptyMessage.self,
            let message = try? Message(json, unknownMembers: unknownMembers),
            !json.hasNull(in: Message.self)
        else { throw ServiceRefusal(invalid) }
        return message
    }
}

extension JSONValue {
    /// `true` if a member of the message is `null` at any level.
    fileprivate func hasNull(in message: any WireMessage.Type) -> Bool {
        holdsNull && hasNull(in: WireField.list(message))
    }

    private func hasNull(in fields: [WireField]) -> Bool {
        fields.contains { field in
            let value = self[field.name]
            return value == .null || (value?.hasNull(in: field.kind.fields) ?? false)
        }
    }

    private var holdsNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.contains(where: \.holdsNull)
        case .object(let members): members.values.contains(where: \.holdsNull)
        case .bool, .number, .string: false
        }
    }
}
