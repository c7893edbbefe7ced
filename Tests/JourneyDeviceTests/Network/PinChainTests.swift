import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import Testing

@testable import JourneyDevice

/// One table of generated chains, for everything that checks chains.
struct PinChainTests {
    private static func name(of code: String?) -> PinChains.Row.Expected? {
        switch code {
        case nil: .good
        case "PINNING_FAIL": .mismatched
        case "TLS_FAIL": .untrusted
        default: nil
        }
    }

    @Test("libcurl connections accept or refuse each chain as the table says", arguments: PinChains.rows)
    func connections(row: PinChains.Row) async throws {
        let chains = try PinChains.shared.get()
        let chain = try chains.chain(row)
        let asked = Atomic<Int>(0)
        let server = try RawTLSServer(chain.server, above: chain.above) { connection in
            if connection.request() != nil { asked.add(1, ordering: .relaxed) }
            connection.respond()
        }
        defer { server.stop() }
        let reports = Mutex<[PinReport.Reason]>([])
        let reporter = PinReporter { report in reports.withLock { $0.append(report.reason) } }
        let transport = CurlTransport(
            trust: try chains.trust(row), reporter: reporter, now: { PinChains.now })
        var code: String?
        do {
            _ = try await transport.send(Loopback.request(server, host: row.asked), options: HTTPOptions())
        } catch let error as JourneyError { code = error.code.rawValue }
        #expect(Self.name(of: code) == (row.expected == .expired ? .mismatched : row.expected))
        // A refused server receives nothing of the request, and an untrusted chain is not a pin failure.
        #expect(asked.load(ordering: .relaxed) == (row.expected == .good ? 1 : 0))
        #expect(reports.withLock { $0 } == Self.reports(row))
    }

    private static func reports(_ row: PinChains.Row) -> [PinReport.Reason] {
        switch row.expected {
        case .untrusted: []
        case .mismatched: [.mismatched]
        case .expired: [.expired]
        case .good: (row.since ?? -1) >= 0 ? [.overdue] : []
        }
    }

    @Test(
        "the evaluator for URLSession and web views gives the same verdicts on system-trusted chains",
        arguments: PinChains.rows.filter { $0.expected != .untrusted })
    func judged(row: PinChains.Row) throws {
        let chains = try PinChains.shared.get()
        let judge = PeerTrustEvaluator(pins: try chains.trust(row).pins, reporter: nil, now: { PinChains.now })
        let origin = try #require(Origin(scheme: "https", host: row.asked, port: 443))
        let fault = judge.fault(of: try chains.chain(row).path, origin)
        #expect(Self.name(of: fault?.code.rawValue) == (row.expected == .expired ? .mismatched : row.expected))
        #expect((judge.faultBeforehand(origin) != nil) == (row.expected == .expired))
    }

    @Test(
        "the certificate check for pages on Linux gives the same verdicts", arguments: PinChains.rows)
    func pages(row: PinChains.Row) async throws {
        let chains = try PinChains.shared.get()
        let chain = try chains.chain(row)
        let server = try RawTLSServer(chain.server, above: chain.above) { $0.waitForEnd() }
        defer { server.stop() }
        let transport = CurlTransport(trust: try chains.trust(row), now: { PinChains.now })
        var leaf: [UInt8]?
        var code: String?
        do {
            leaf = try await transport.leafCertificate(of: Loopback.origin(server, host: row.asked))
        } catch let error as JourneyError { code = error.code.rawValue }
        #expect(Self.name(of: code) == (row.expected == .expired ? .mismatched : row.expected))
        #expect(leaf == (row.expected == .good ? chain.server.certificateDER : nil))
    }

    @Test(
        "reports are limited to one per host and window, and setting the clock back loses none"
    )
    func limiter() throws {
        let chains = try PinChains.shared.get()
        let row = try #require(PinChains.rows.first { $0.name == "neither primary nor backup" })
        let time = Mutex(PinChains.now)
        let sent = Mutex<[String]>([])
        let pins = try PinPolicy(
            ["gateway.localhost", "bank.localhost"].map { host in
                try PinSet(host: host, pins: [SPKIPin(hashing: [1]), SPKIPin(hashing: [2])].map(\.base64))
            })
        let judge = PeerTrustEvaluator(
            pins: pins,
            reporter: PinReporter(interval: 3_600) { report in sent.withLock { $0.append(report.host) } },
            now: { time.withLock { $0 } })
        let path = try chains.chain(row).path
        /// Returns the reports about a bad chain of `host`, after `seconds` more.
        func told(_ seconds: TimeInterval, _ host: String) throws -> [String] {
            time.withLock { $0 += seconds }
            sent.withLock { $0 = [] }
            let origin = try #require(Origin(scheme: "https", host: host, port: 443))
            #expect(judge.fault(of: path, origin)?.code == .pinningFail)
            return sent.withLock { $0 }
        }
        #expect(try told(0, "gateway.localhost") == ["gateway.localhost"])
        #expect(try told(1, "gateway.localhost") == [])
        #expect(try told(0, "bank.localhost") == ["bank.localhost"])
        #expect(try told(3_598.9, "gateway.localhost") == [])
        #expect(try told(0.1, "gateway.localhost") == ["gateway.localhost"])
        #expect(try told(-86_400, "gateway.localhost") == ["gateway.localhost"])
        #expect(try told(3_599, "gateway.localhost") == [])
        #expect(try told(1, "gateway.localhost") == ["gateway.localhost"])
    }
}
