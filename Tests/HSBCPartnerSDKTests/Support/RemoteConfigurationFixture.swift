import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyTesting
import Synchronization

@testable import HSBCPartnerSDK

/// The bank's remote configuration, at its own address, so that its requests are counted separately.
final class RemoteConfigurationFixture: Sendable {
    /// The answer to a request for the remote configuration.
    enum Answer: Sendable {
        /// A document that allows everything, for any environment.
        case open
        case document(JSONValue)
        case bytes([UInt8])
        case status(Int)
        /// No connection.
        case silence
        /// An error of the host's own network.
        case fault
    }

    static let address = URL(string: "https://remote.example/word")
    let key: P256PrivateKey

    private struct State {
        var answer = Answer.open
        var environment = HSBCInitConfig.Environment.production
        var requests: [HTTPRequest] = []
        var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    init() throws { key = try .generate() }

    func keys() throws -> JWKSet { try JWKSet(["remote-1": key.publicKey]) }

    /// Returns a document that allows everything, with `members` in place of its own.
    static func document(_ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(
            [
                "environment": "production", "sequence": 5, "notBefore": "2027-01-01T00:00:00Z",
                "notAfter": "2027-02-01T00:00:00Z", "refreshSeconds": 60, "graceSeconds": 3600, "rules": [],
            ].merging(members) { $1 })
    }

    static let stopped: JSONValue = [["journey": "money-transfer", "stop": "stopped"]]

    func says(_ answer: Answer) { state.withLock { $0.answer = answer } }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    /// Waits until there were `count` requests in all.
    func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.requests.count < count { state.arrivals.append((count, continuation)) }
                return state.requests.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    func signed(_ document: JSONValue, by key: P256PrivateKey? = nil, typ: String? = RemoteConfiguration.type)
        async throws -> [UInt8]
    {
        Array(
            try await CompactJWS.sign(document.compactBytes, typ: typ, kid: "remote-1", key: key ?? self.key).utf8)
    }

    func handle(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (answer, environment, ready) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let ready = state.arrivals.filter { $0.count <= count }.map(\.continuation)
            state.arrivals.removeAll { $0.count <= count }
            return (state.answer, state.environment, ready)
        }
        defer { for continuation in ready { continuation.resume() } }
        switch answer {
        case .fault: throw URLError(.unknown)
        case .silence: throw JourneyError(.netUnreachable, "No connection, as the test wants it.")
        case .status(let status): return HTTPResponse(status: status)
        case .bytes(let bytes): return HTTPResponse(status: 200, body: bytes)
        case .open:
            return try await reply(
                RemoteConfigurationFixture.document(["environment": .string(environment.rawValue)]), to: request)
        case .document(let document): return try await reply(document, to: request)
        }
    }

    private func reply(_ document: JSONValue, to request: HTTPRequest) async throws -> HTTPResponse {
        let tag = "\"\(Hex.encode(SHA256.hash(document.compactBytes)))\""
        if request.headers["If-None-Match"] == tag { return HTTPResponse(status: 304, headers: ["ETag": tag]) }
        return HTTPResponse(status: 200, headers: ["ETag": tag], body: try await signed(document))
    }

    /// Returns `transport`, with this configuration at its address.
    func before(
        _ transport: any HTTPTransport, of environment: HSBCInitConfig.Environment
    ) -> any HTTPTransport {
        state.withLock { $0.environment = environment }
        return GatewayTransport(desk: self, rest: transport)
    }
}

private struct GatewayTransport: HTTPTransport {
    let desk: RemoteConfigurationFixture
    let rest: any HTTPTransport

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        guard request.url.origin.host == "remote.example" else { return try await rest.send(request, options: options) }
        return try await desk.handle(request).collected(limit: options.bodyLimit)
    }
}
