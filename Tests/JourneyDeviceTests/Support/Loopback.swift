import Foundation
import JourneyBase
import JourneyCrypto

@testable import JourneyDevice

/// The authority of this module's tests, and its certificates.
enum Loopback {
    static let host = "gateway.localhost"
    static let now = Date()

    struct Setup: Sendable {
        let authority: DevelopmentAuthority
        let identity: DevelopmentIdentity
    }

    static let setup = Result { try make() }

    static func make(
        names: [String] = [host], notBefore: Date = now - 3_600, notAfter: Date = now + 86_400
    ) throws -> Setup {
        let authority = try DevelopmentAuthority(notBefore: now - 86_400, notAfter: now + 2 * 86_400)
        return Setup(
            authority: authority,
            identity: try authority.issue(names: names, notBefore: notBefore, notAfter: notAfter))
    }

    /// Digests that no key of these tests has.
    static let otherPin = SPKIPin(hashing: [1, 2, 3]).base64
    private static let sparePin = SPKIPin(hashing: [3, 2, 1]).base64

    /// Returns trust in the shared authority. With pins, a spare one that no key has is added where there are fewer than two.
    static func trust(pins: [String]? = nil) throws -> TLSTrust {
        let own = pins.map { [host: $0.count < 2 ? $0 + [sparePin] : $0] } ?? [:]
        return TLSTrust(
            authorities: [try setup.get().authority.identity.certificatePEM], pins: try PinPolicy(pins: own))
    }

    static func server(
        _ identity: DevelopmentIdentity? = nil, newest: Int32? = nil,
        serve: @escaping @Sendable (RawConnection) -> Void = Loopback.answer
    ) throws -> RawTLSServer {
        let identity = try identity ?? setup.get().identity
        guard let newest else { return try RawTLSServer(identity, serve: serve) }
        return try RawTLSServer(identity, newest: newest, serve: serve)
    }

    /// Answers every request with its request line, and keeps the connection.
    @Sendable static func answer(_ connection: RawConnection) {
        while let request = connection.request() {
            connection.respond(String(request.prefix { $0 != "\r\n" }))
        }
    }

    /// Options for exchanges whose duration is not tested: a busy machine may be slow.
    static let patient = HTTPOptions(timeout: .seconds(60), bodyLimit: 1 << 30)

    struct NoURL: Error {}

    static func origin(_ server: RawTLSServer, host: String = host) throws -> Origin {
        guard let origin = Origin(scheme: "https", host: host, port: server.port) else { throw NoURL() }
        return origin
    }

    static func request(
        _ server: RawTLSServer, _ method: HTTPMethod = .get, path: String = "/hello", host: String = host,
        headers: HTTPFields = [:], body: [UInt8] = []
    ) throws -> HTTPRequest {
        guard let url = HTTPSURL(origin: try origin(server, host: host), path: path) else { throw NoURL() }
        return HTTPRequest(method: method, url: url, headers: headers, body: body)
    }

    /// Returns the code of the `JourneyError` that `body` throws, or a description of the result.
    static func code(_ body: () async throws -> some Sendable) async -> String {
        do {
            return "no error: \(try await body())"
        } catch let error as JourneyError {
            return error.code.rawValue
        } catch {
            return "\(type(of: error))"
        }
    }
}
