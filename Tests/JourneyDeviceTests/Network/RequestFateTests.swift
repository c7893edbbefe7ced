import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import Synchronization
import Testing

@testable import JourneyDevice

/// A failed request reports whether it may have been executed, by the bytes that libcurl wrote.
struct RequestFateTests {
    /// Returns the end of a POST: the error's code and its fate.
    private func end(
        of url: String, trust: TLSTrust? = nil, timeout: Duration = .seconds(60), redirects: RedirectPolicy = .refuse,
        method: HTTPMethod = .post, headers: HTTPFields = [:]
    ) async throws -> String {
        let transport = CurlTransport(trust: try trust ?? Loopback.trust())
        let request = HTTPRequest(
            method: method, url: try #require(HTTPSURL(url)), headers: headers, body: Array("amount=1".utf8))
        do {
            let response = try await transport.send(
                request, options: HTTPOptions(timeout: timeout, redirects: redirects))
            return "\(response.status)"
        } catch let error as JourneyError {
            return "\(error.code) \(error.requestFate?.rawValue ?? "none")"
        }
    }

    private func url(_ port: Int, host: String = Loopback.host) -> String { "https://\(host):\(port)/pay" }

    @Test("a refused connection counts as not sent")
    func nobodyListens() async throws {
        var listener: UnresponsiveListener? = try UnresponsiveListener()
        let port = try #require(listener?.port)
        listener = nil
        #expect(try await end(of: url(port)) == "NET_UNREACHABLE notSent")
    }

    @Test("a timeout in the handshake counts as not sent")
    func silentInTheHandshake() async throws {
        let listener = try UnresponsiveListener()
        #expect(try await end(of: url(listener.port), timeout: .milliseconds(200)) == "NET_TIMEOUT notSent")
    }

    @Test("a request to an untrusted or unpinned server counts as not sent")
    func wrongServer() async throws {
        let server = try Loopback.server()
        #expect(
            try await end(of: url(server.port), trust: Loopback.trust(pins: [Loopback.otherPin]))
                == "PINNING_FAIL notSent")
        let other = try Loopback.make().authority.identity.certificatePEM
        #expect(
            try await end(of: url(server.port), trust: TLSTrust(authorities: [other])) == "TLS_FAIL notSent")
        #expect(server.connections >= 2)
    }

    @Test("a request that the device refuses counts as not sent")
    func refusedHere() async throws {
        let server = try Loopback.server()
        #expect(
            try await end(of: url(server.port), headers: ["Transfer-Encoding": "chunked"]) == "VALIDATION_FAIL notSent")
        #expect(try await end(of: url(server.port), timeout: .zero) == "NET_TIMEOUT notSent")
        #expect(server.connections == 0)
    }

    @Test(
        "a missing, truncated or late response after the request was written has an unknown fate",
        arguments: ["hangs up", "resets", "cuts the answer", "stays silent", "answers nonsense"])
    func afterTheRequest(behaviour: String) async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            switch behaviour {
            case "resets": connection.closeWithReset()
            case "cuts the answer": connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            case "stays silent": connection.waitForEnd()
            case "answers nonsense": connection.write("no HTTP\r\n\r\n")
            default: break
            }
        }
        let isSilent = behaviour == "stays silent"
        let end = try await end(of: url(server.port), timeout: isSilent ? .milliseconds(500) : .seconds(60))
        #expect(end == (isSilent ? "NET_TIMEOUT unknown" : "NET_UNREACHABLE unknown"))
        #expect(server.connections == 1)
    }

    @Test("a body source's own notSent error does not decide the fate of the request")
    func sourceOfTheBody() async throws {
        let server = try Loopback.server { connection in
            _ = connection.read()
            connection.waitForEnd()
        }
        let transport = CurlTransport(trust: try Loopback.trust())
        for isOther in [false, true] {
            var request = try Loopback.request(server, .post)
            let source = JourneyError(.netUnreachable, "The picture could not be fetched.").beforeSending()
            let pieces = Mutex(0)
            request.stream = HTTPBodyStream(next: {
                let number = pieces.withLock { count in
                    count += 1
                    return count
                }
                guard number > 1 else { return [UInt8](repeating: 0x2E, count: 65_536) }
                if isOther { throw CancellationError() }
                throw source
            })
            do {
                _ = try await transport.send(request, options: HTTPOptions(timeout: .seconds(60)))
                Issue.record("the body was not whole")
            } catch { #expect(RequestFate(of: error) == .unknown) }
        }
    }

    @Test("a POST whose redirect fails has an unknown fate: the redirecting server may have processed it")
    func redirectedNowhere() async throws {
        var listener: UnresponsiveListener? = try UnresponsiveListener()
        let port = try #require(listener?.port)
        listener = nil
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.respond(status: "303 See Other", headers: ["Location: https://\(Loopback.host):\(port)/done"])
        }
        let target = try #require(Origin(scheme: "https", host: Loopback.host, port: port))
        #expect(try await end(of: url(server.port), redirects: .origins([target])) == "NET_UNREACHABLE unknown")
    }

    @Test("a POST is retried if it was not sent, and never if it was written")
    func retries() async throws {
        let transport = CurlTransport(trust: try Loopback.trust())
        func tries(_ request: HTTPRequest) async -> Int {
            let counted = CountingTransport(transport)
            _ = try? await counted.send(
                request, options: HTTPOptions(timeout: .seconds(5)),
                retry: HTTPRetry(tries: 3, firstWait: .milliseconds(1)),
                by: HTTPDeadline(after: .seconds(60), clock: ContinuousClock()),
                random: { Array(repeating: 0, count: $0) })
            return counted.count
        }
        var listener: UnresponsiveListener? = try UnresponsiveListener()
        let port = try #require(listener?.port)
        let nowhere = try #require(HTTPSURL(url(port)))
        listener = nil
        #expect(await tries(HTTPRequest(method: .post, url: nowhere)) == 3)
        let server = try Loopback.server { _ = $0.request() }
        #expect(await tries(try Loopback.request(server, .post)) == 1)
        #expect(server.connections == 1)
    }

    @Test(
        "a response settles the fate, except redirects, 408 and 5xx for a method that changes something",
        arguments: [
            (HTTPMethod.post, 200, RequestFate.answered), (.post, 400, .answered), (.post, 429, .answered),
            (.post, 408, .unknown), (.post, 500, .unknown), (.post, 504, .unknown), (.patch, 502, .unknown),
            (.put, 503, .unknown), (.delete, 599, .unknown), (.get, 500, .answered), (.head, 408, .answered),
            (.post, 303, .unknown), (.patch, 307, .unknown), (.get, 302, .answered),
        ])
    func answers(method: HTTPMethod, status: Int, fate: RequestFate) {
        #expect(RequestFate(of: method, status: status) == fate)
    }
}

/// Counts the requests of another transport.
private final class CountingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let counter = Atomic<Int>(0)
    var count: Int { counter.load(ordering: .acquiring) }

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        counter.add(1, ordering: .releasing)
        return try await transport.send(request, options: options)
    }
}
