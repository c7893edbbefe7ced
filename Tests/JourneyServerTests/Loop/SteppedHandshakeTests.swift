import Glibc
import JourneyBase
import JourneyTesting
import Testing

@testable import JourneyServer

@Suite("Handshakes and their keys, turn by turn", .timeLimit(.minutes(2)))
struct SteppedHandshakeTests {
    private static let service = Router([Route(.get, "/") { _, _ in HTTPResponse(status: 204) }])

    @Test("many concurrent handshakes share the turns, and another connection is answered in the next one")
    func bound() throws {
        let identity = try TLSFixture().issue().identity()
        let server = try SteppedServer(
            service: Self.service, name: "localhost", limits: ServerLimits(), identities: [identity])
        func client() throws -> TLSClient {
            try TLSClient(#require(server.connect(isHTTP2: false)), TLSClient.Settings())
        }
        TLSPair.blockPipeSignal()
        let busy = try client()
        for _ in 0..<10 where !busy.isDone {
            busy.shakeHands()
            server.turn()
        }
        #expect(busy.isDone)
        let others = try (0..<22).map { _ in try client() }
        for other in others { other.shakeHands() }
        #expect(busy.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        var (done, turns, answered) = (0, 0, nil as Int?)
        while done < others.count, turns < 50 {
            server.turn()
            turns += 1
            for other in others { other.shakeHands() }
            let now = others.count { $0.isDone }
            #expect(now - done <= ServerLoop.openingsPerTurn)
            done = now
            if answered == nil, let text = busy.read(), text.hasPrefix("HTTP/1.1 204 ") { answered = turns }
        }
        #expect(done == others.count)
        // One turn finds the request, the other answers it.
        #expect(try #require(answered) <= 2)
    }

    @Test("an idle server checks its ticket keys each minute")
    func ticketKeys() throws {
        let clock = ManualClock()
        let keys = TicketKeys(now: { .start + clock.now.offset })
        let listener = try Listener.open(
            ServerListener(.host("127.0.0.1", port: 0), identities: [TLSFixture().issue().identity()]),
            names: ["localhost"], publicPort: nil, limits: ServerLimits(), ticketKeys: keys)
        defer { listener.close() }
        let core = ServerCore(service: Self.service, limits: ServerLimits(), readiness: Readiness(), log: .silent)
        let begin = ClockInstant.now
        let loop = try ServerLoop(core) { begin + clock.now.offset }
        loop.events.adopt()
        try loop.accept(from: [listener])
        let first = keys.names
        #expect(loop.patience == 60_000 && first.count == 1)
        func pass(_ seconds: Int64) {
            clock.advance(by: .seconds(seconds))
            _ = loop.turn(mayWait: false)
        }
        pass(3_599)
        #expect(keys.names == first)
        pass(61)
        let second = keys.names
        #expect(second.count == 2 && second[1] == first[0])
        pass(3_600)
        let third = keys.names
        #expect(third.count == 2 && third[1] == second[0])
        // After a longer pause nothing of before is left.
        pass(7_200)
        #expect(keys.names.count == 1 && keys.names[0] != third[0])
    }
}
