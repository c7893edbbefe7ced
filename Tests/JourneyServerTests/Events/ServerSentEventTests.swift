import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import JourneyServer

@Suite("Server-sent events", .timeLimit(.minutes(10)))
struct ServerSentEventTests {
    @Test(
        "an event has one line per field, and one data line per line of data",
        arguments: [
            (ServerSentEvent("a"), "data: a\n\n"), (ServerSentEvent(""), "data: \n\n"),
            (ServerSentEvent("a\nb"), "data: a\ndata: b\n\n"),
            (ServerSentEvent("a\r\nb\rc"), "data: a\ndata: b\ndata: c\n\n"),
            (ServerSentEvent("\n\n"), "data: \ndata: \ndata: \n\n"), (ServerSentEvent(" a"), "data:  a\n\n"),
            (
                ServerSentEvent("x", event: "status", id: "7", retry: .milliseconds(1_500)),
                "id: 7\nevent: status\nretry: 1500\ndata: x\n\n"
            ),
            (ServerSentEvent("x", id: ""), "id: \ndata: x\n\n"),
            (ServerSentEvent("x", retry: .seconds(-1)), "retry: 0\ndata: x\n\n"),
        ])
    func framing(event: ServerSentEvent?, text: String) throws {
        #expect(String(decoding: try #require(event).bytes, as: UTF8.self) == text)
    }

    @Test(
        "a value that would inject a field is refused",
        arguments: [
            (nil, "1\nevent: forged"), (nil, "1\r"), (nil, "1\u{0}"), ("a\ndata: forged", nil), ("a\r\n", nil),
            ("", nil),
        ] as [(String?, String?)])
    func injection(type: String?, id: String?) {
        #expect(ServerSentEvent("x", event: type, id: id) == nil)
    }

    @Test(
        "data never becomes another field",
        arguments: ["id: 9", "a\nid: 9\n\nevent: x", ":c\r\rretry: 1"])
    func dataStaysData(data: String) throws {
        let text = String(decoding: try #require(ServerSentEvent(data)).bytes, as: UTF8.self)
        #expect(text.dropLast(2).split(separator: "\n").allSatisfy { $0.hasPrefix("data: ") })
        #expect(text.components(separatedBy: "\n\n").count == 2)
    }

    private func service(_ clock: any Clock<Duration>, _ gate: Gate) -> ClosureService {
        ClosureService { request in
            let last = request.lastEventID.flatMap { Int($0) } ?? 0
            return .events(heartbeat: .seconds(10), clock: clock) { events in
                for number in (last + 1)...(last + 2) {
                    if let event = ServerSentEvent("n\(number)", id: "\(number)") { try await events.send(event) }
                }
                await gate.waitForCancellation()
            }
        }
    }

    @Test("a reconnecting client resumes after its last event, and a stopping server ends the stream cleanly")
    func stream() async throws {
        let gate = Gate()
        let test = try await TestServer(service(ManualClock(), gate))
        let caller = try await Caller(test)
        let request = test.message("GET /", ["Last-Event-ID: 41"])
        let head = try await caller.run { client in
            try client.send(request)
            return try client.answer(hasBody: false)
        }
        #expect(head?.headers["content-type"] == "text/event-stream")
        #expect(head?.headers["cache-control"] == "no-store")
        let text = try await caller.run { client in
            var text = ""
            while !text.contains("n43") { text += try client.chunk() }
            return text
        }
        #expect(text == "id: 42\ndata: n42\n\nid: 43\ndata: n43\n\n")
        await test.server.stop(grace: .seconds(3_600))
        await gate.wait()
        #expect(try await caller.run { try $0.chunks() } == "")
    }

    @Test("comments are sent while nothing happens")
    func heartbeat() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let test = try await TestServer(service(clock, gate))
        let caller = try await Caller(test)
        let request = test.message("GET /")
        try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
            var text = ""
            while !text.contains("n2") { text += try client.chunk() }
        }
        for beat in 1...3 {
            await clock.waitForNaps(beat)
            clock.advance(by: .seconds(10))
            #expect(try await caller.run { try $0.chunk() } == ":\n\n")
        }
        await test.server.stop()
    }
}
