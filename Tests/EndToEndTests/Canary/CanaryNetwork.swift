import JourneyBase
import JourneyTesting
import Synchronization
import TestSupport

/// A network that records everything that leaves the device unencrypted, and that injects failures which contain every secret.
///
/// It gives the app the canary's tokens; the services receive the tokens that they issued.
final class CanaryNetwork: HTTPTransport {
    /// A fault for all requests with one name.
    struct Fault: Sendable, CustomStringConvertible {
        enum Kind: Hashable, Sendable {
            /// The host's network fails with an error that contains every secret.
            case gossip
            /// The network fails with the package's own error, after passing every secret to the host.
            case lost
            /// An error response whose problem, codes, fields and headers contain every secret.
            case refusal(Int)
            /// An invalid response that contains every secret.
            case garbled
            /// The correct response with additional members that contain every secret.
            case talkative
        }
        static let kinds: [Kind] = [
            .gossip, .lost, .refusal(400), .refusal(401), .refusal(422), .refusal(429), .refusal(500), .garbled,
            .talkative,
        ]

        let call: String
        let kind: Kind
        var description: String { "\(kind) at \(call)" }
    }

    /// An error type of the host.
    struct LeakyError: Error, CustomStringConvertible {
        let description: String
    }

    private let services: ServiceTransport
    private let canary: Canary
    private let sinks: CanarySinks
    private let fault: Fault?
    private let death: CanaryFixture.Death?
    private let state = Mutex((calls: [String](), genuine: [String: String](), met: 0))

    init(
        _ services: [Origin: any HTTPService], canary: Canary, sinks: CanarySinks, fault: Fault? = nil,
        death: CanaryFixture.Death? = nil
    ) {
        self.services = ServiceTransport(services)
        (self.canary, self.sinks, self.fault, self.death) = (canary, sinks, fault, death)
    }

    /// The names of the calls so far: method and path, without IDs.
    var calls: [String] { state.withLock(\.calls) }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let path = request.url.path.split(separator: "/").map(String.init).filter { !$0.contains("_") && $0.count < 32 }
        let name = "\(request.method.rawValue) \(path.joined(separator: "/"))"
        let meeting = state.withLock { state -> Fault.Kind? in
            state.calls.append(name)
            guard let fault, fault.call == name else { return nil }
            // The fault occurs twice, so that retries are used up or succeed; then the network recovers.
            state.met += 1
            return state.met <= 2 ? fault.kind : nil
        }
        sinks.add(.address, "\(request.url)")
        sinks.add(.trace, "\(request.headers["traceparent"] ?? "") \(request.headers["tracestate"] ?? "")")
        sinks.describe(request)
        if request.url.path.hasPrefix("/v1/") { sinks.add(.telemetry, request.body) }
        switch meeting {
        case .gossip: throw LeakyError(description: everything)
        case .lost: throw JourneyError(.netUnreachable, "The connection was lost.")
        case .refusal(let status): return refusal(status)
        case .garbled:
            return HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(everything.utf8))
        case .talkative, nil: break
        }
        if death == .network, name == "POST api/transfers" { CanaryCrashTests.die() }
        var response = try await services.send(genuine(request), options: options)
        sinks.describe(response)
        if response.status >= 400 { sinks.add(.problem, response.body) }
        if meeting == .talkative, case .object(let members) = try? JSONReader.read(response.body) {
            response.body = JSONValue.object(members.merging(canary.members) { first, _ in first }).compactBytes
            response.headers["X-Debug"] = everything
        }
        return try shown(response)
    }

    private var everything: String { JSONValue.object(canary.members).compactText }

    private func refusal(_ status: Int) -> HTTPResponse {
        let says = canary.text(.cardNumber)
        var body: [String: JSONValue] = [
            "type": .string("https://bank.example/\(says)"), "title": .string(everything),
            "detail": .string(everything),
            "code": .string(canary.text(.pin)), "error": .string(canary.text(.oneTimeCode)), "instance": .string(says),
            "errors": [["pointer": .string("/\(says)"), "code": .string(says), "detail": .string(everything)]],
            "invalid-params": [["name": .string(says), "reason": .string(everything)]],
        ]
        body.merge(canary.members) { first, _ in first }
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "application/problem+json", "WWW-Authenticate": "Bearer realm=\"\(says)\"",
                "Location": "https://bank.localhost/\(says)", "Retry-After": canary.text(.cardCode),
                "X-Debug": everything,
            ], body: JSONValue.object(body).compactBytes)
    }

    /// Returns the request with the tokens that the services issued.
    private func genuine(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        for (shown, made) in state.withLock(\.genuine) {
            if request.headers["Authorization"] == "Bearer \(shown)" {
                request.headers["Authorization"] = "Bearer \(made)"
            }
            if request.url.path == "/oauth/token", let form = FormBody(parsing: request.body, entryLimit: 16) {
                request.body =
                    FormBody(
                        form.entries.map { FormBody.Entry($0.name, $0.value == shown ? made : $0.value) }
                    ).bytes
            }
        }
        return request
    }

    /// Returns the response with the canary's tokens.
    private func shown(_ response: HTTPResponse) throws -> HTTPResponse {
        guard response.status == 200, case .object(var members) = try? JSONReader.read(response.body),
            let access = members["access_token"]?.string
        else { return response }
        var response = response
        members["access_token"] = .string(canary.text(.bearerToken))
        let refresh = members["refresh_token"]?.string
        if refresh != nil { members["refresh_token"] = .string(canary.text(.refreshToken)) }
        state.withLock { state in
            state.genuine[canary.text(.bearerToken)] = access
            if let refresh { state.genuine[canary.text(.refreshToken)] = refresh }
        }
        response.body = JSONValue.object(members).compactBytes
        return response
    }
}
