import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Testing

@testable import JourneyDevice

/// Pins over real handshakes on loopback, with chains of the tests' own authority.
struct CurlPinTests {
    /// Returns a transport with pins for `host`, at the time `since` seconds after the set's expiry.
    private func transport(
        _ pins: [String], host: String = Loopback.host, subdomains: Bool = false, since: TimeInterval? = nil,
        reports: AsyncStream<PinReport>.Continuation
    ) throws -> CurlTransport {
        let now = Loopback.now
        let set = try PinSet(
            host: host, pins: pins, includesSubdomains: subdomains, expires: since.map { now.addingTimeInterval(-$0) })
        let trust = TLSTrust(
            authorities: [try Loopback.setup.get().authority.identity.certificatePEM], pins: try PinPolicy([set]))
        return CurlTransport(
            trust: trust, reporter: PinReporter(interval: 60) { reports.yield($0) }, now: { now })
    }

    private func first(_ reports: AsyncStream<PinReport>) async -> PinReport? {
        for await report in reports { return report }
        return nil
    }

    @Test("an unpinned key is refused and reported once, with the served keys")
    func mismatch() async throws {
        let (stream, reports) = AsyncStream.makeStream(of: PinReport.self)
        let server = try Loopback.server()
        let transport = try transport([Loopback.otherPin, SPKIPin(hashing: [5]).base64], reports: reports)
        for _ in 0..<3 {
            let code = await Loopback.code {
                try await transport.send(Loopback.request(server), options: HTTPOptions())
            }
            #expect(code == "PINNING_FAIL")
        }
        reports.finish()
        var all: [PinReport] = []
        for await report in stream { all.append(report) }
        #expect(all.count == 1)
        let setup = try Loopback.setup.get()
        #expect(all.first?.reason == .mismatched && all.first?.host == Loopback.host && all.first?.port == server.port)
        #expect(all.first?.seen.map(\.base64) == [setup.identity.pin, setup.authority.identity.pin])
    }

    @Test("a pin set in its grace period is accepted and reported; an expired one refuses before sending")
    func expiry() async throws {
        let (stream, reports) = AsyncStream.makeStream(of: PinReport.self)
        let server = try Loopback.server()
        let pins = [try Loopback.setup.get().identity.pin, Loopback.otherPin]
        let overdue = try transport(pins, since: 86_400, reports: reports)
        #expect(try await overdue.send(Loopback.request(server), options: HTTPOptions()).status == 200)
        #expect(await first(stream)?.reason == .overdue)
        let connections = server.connections
        let over = try transport(pins, since: 31 * 86_400, reports: reports)
        #expect(
            await Loopback.code { try await over.send(Loopback.request(server), options: HTTPOptions()) }
                == "PINNING_FAIL")
        #expect(await first(stream)?.reason == .expired)
        #expect(server.connections == connections)
    }

    @Test("a host's pins apply to its subdomains only where the set says so")
    func subdomains() async throws {
        let (_, reports) = AsyncStream.makeStream(of: PinReport.self)
        let setup = try Loopback.setup.get()
        let host = "a.gateway.localhost"
        let identity = try setup.authority.issue(
            names: [host], notBefore: Loopback.now - 3_600, notAfter: Loopback.now + 3_600)
        let server = try Loopback.server(identity)
        for (pins, subdomains, expected) in [
            ([Loopback.otherPin, setup.identity.pin], true, "PINNING_FAIL"),
            ([identity.pin, Loopback.otherPin], true, "no error: 200"),
            ([Loopback.otherPin, setup.identity.pin], false, "no error: 200"),
        ] {
            let transport = try transport(pins, subdomains: subdomains, reports: reports)
            let request = try Loopback.request(server, host: host)
            #expect(
                await Loopback.code { try await transport.send(request, options: HTTPOptions()).status } == expected)
        }
    }

    @Test("a matching pin does not replace a trusted authority or matching name, and neither is reported")
    func pinsComeOnTop() async throws {
        let (stream, reports) = AsyncStream.makeStream(of: PinReport.self)
        let stranger = try Loopback.make()
        let named = try Loopback.setup.get().authority.issue(
            names: ["bank.localhost"], notBefore: Loopback.now - 3_600, notAfter: Loopback.now + 3_600)
        for identity in [stranger.identity, named] {
            let server = try Loopback.server(identity)
            for pins in [[identity.pin, Loopback.otherPin], [Loopback.otherPin, SPKIPin(hashing: [6]).base64]] {
                let transport = try transport(pins, reports: reports)
                let code = await Loopback.code {
                    try await transport.send(Loopback.request(server), options: HTTPOptions())
                }
                #expect(code == "TLS_FAIL")
            }
        }
        reports.finish()
        #expect(await first(stream) == nil)
    }

    @Test("a report is posted over a separate transport")
    func posted() async throws {
        let (bodies, arrived) = AsyncStream.makeStream(of: JSONValue.self)
        let url = try #require(HTTPSURL("https://reports.example/pins"))
        let route = ServiceTransport([
            url.origin: ClosureService { request in
                arrived.yield((try? JSONReader.read(request.body)) ?? .null)
                return HTTPResponse(status: 204)
            }
        ])
        let server = try Loopback.server()
        let trust = try Loopback.trust(pins: [Loopback.otherPin])
        let reporter = try PinReporter.posting(to: url, through: route, outside: trust.pins)
        let transport = CurlTransport(trust: trust, reporter: reporter)
        #expect(
            await Loopback.code { try await transport.send(Loopback.request(server), options: HTTPOptions()) }
                == "PINNING_FAIL")
        for await body in bodies {
            #expect(body["hostname"]?.string == Loopback.host && body["reason"]?.string == "mismatched")
            break
        }
    }
}
