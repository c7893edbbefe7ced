import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// A service made of a closure.
struct ClosureService: HTTPService {
    let body: @Sendable (HTTPRequest) async -> HTTPResponse

    init(_ body: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) { self.body = body }

    func handle(_ request: HTTPRequest) async -> HTTPResponse { await body(request) }

    /// Returns a description of the request that reached the service.
    static let echo = ClosureService { request in
        .json([
            "method": .string(request.method.rawValue), "path": .string(request.url.path),
            "query": request.url.query.map { .string($0) } ?? .null, "origin": .string(request.url.origin.description),
            "body": .string(String(decoding: request.body, as: UTF8.self)),
            "x-test": request.headers["X-Test"].map { .string($0) } ?? .null,
        ])
    }
}

/// A server on a free port with a certificate of its own authority, for one test.
struct TestServer {
    let server: HTTPServer
    let authorityPEM: String
    var port: Int { server.port }

    init(
        _ service: any HTTPService, limits: ServerLimits = ServerLimits(), readiness: Readiness = Readiness(),
        log: Log = .silent, requestLog: RequestLogPolicy = RequestLogPolicy()
    ) async throws {
        let now = Date()
        let authority = try DevelopmentAuthority(
            notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(3_600))
        let leaf = try authority.issue(
            names: ["localhost"], notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(3_600))
        authorityPEM = authority.identity.certificatePEM
        server = try await HTTPServer.start(
            service: service, names: ["localhost"],
            tls: TLSIdentity(certificatePEM: leaf.certificatePEM, keyPEM: Secret(copying: leaf.keyPEM.utf8)),
            limits: limits, readiness: readiness, log: log, requestLog: requestLog)
    }

    /// Sends `bytes` on one connection and reads `count` responses.
    func exchange(_ bytes: [UInt8], count: Int = 1, hasBody: Bool = true) async throws -> [RawClient.Answer?] {
        let (port, authority) = (port, authorityPEM)
        return try await blocking {
            let client = try RawClient(port: port, authority: authority)
            try client.send(bytes)
            return try (0..<count).map { _ in try client.answer(hasBody: hasBody) }
        }
    }

    /// Sends one request with the right `Host` and the given extra lines.
    func ask(_ line: String, _ fields: [String] = [], body: String = "") async throws -> RawClient.Answer? {
        try await exchange(Array(message(line, fields, body: body).utf8)).first ?? nil
    }

    func message(_ line: String, _ fields: [String] = [], body: String = "") -> String {
        var lines = ["\(line) HTTP/1.1", "Host: localhost:\(port)"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
