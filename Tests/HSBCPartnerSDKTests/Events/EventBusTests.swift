import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Event bus")
struct EventBusTests {
    @Test("events from concurrent tasks are delivered one at a time, each task's in order")
    func order() async throws {
        let recorder = EventRecorder()
        let inside = Mutex(0)
        let bus = EventBus(correlationID: "c", log: .silent) { name, attributes in
            let count = inside.withLock { count in
                count += 1
                return count
            }
            #expect(count == 1)
            recorder.record(name, attributes)
            inside.withLock { $0 -= 1 }
        }
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 { bus.send(.error(code: "\(task)", message: "\(number)", step: nil)) }
                }
            }
        }
        for task in 0..<8 {
            let mine = recorder.entries.filter { $0.attributes["code"] == .string("\(task)") }
            #expect(mine.compactMap { $0.attributes["message"]?.string.flatMap(Int.init) } == Array(0..<50))
        }
    }

    @Test("an event that a listener sends is delivered after the current one")
    func reentrant() {
        let recorder = EventRecorder()
        let again = Mutex<EventBus?>(nil)
        let bus = EventBus(correlationID: "c", log: .silent) { name, attributes in
            recorder.record("begin", [:])
            if attributes["code"] == "A" { again.withLock(\.self)?.send(.error(code: "B", message: "", step: nil)) }
            recorder.record("end", [:])
        }
        again.withLock { $0 = bus }
        bus.send(.error(code: "A", message: "", step: nil))
        #expect(recorder.names == ["begin", "end", "begin", "end"])
        again.withLock { $0 = nil }
    }

    @Test("each event has exactly its published attributes")
    func attributes() throws {
        let step = try #require(StepID("amount"))
        let table: [(JourneyEvent, Set<String>)] = [
            (.journeyBegin(journey: "j", tracking: ["a": "b"]), ["journeyId", "tracking.a"]),
            (.stepEnter(step), ["step"]),
            (.stepExit(step), ["step"]),
            (
                .apiCall(operation: "o", method: .get, attempt: 1, status: 200, code: nil, took: .seconds(1)),
                ["operation", "method", "attempt", "status", "milliseconds"]
            ),
            (
                .apiCall(operation: "o", method: .get, attempt: 1, status: nil, code: .netTimeout, took: .seconds(1)),
                ["operation", "method", "attempt", "code", "milliseconds"]
            ),
            (.bridgeMessage(direction: .fromPage, kind: "event", name: "n"), ["direction", "kind", "name"]),
            (.error(code: "C", message: "M", step: step), ["code", "message", "step"]),
            (.error(code: "C", message: "M", step: nil), ["code", "message"]),
            (.result(.completed(["secret": 1])), ["outcome", "success"]),
            (.result(.pending(["secret": 1])), ["outcome", "success"]),
            (.result(.cancelled), ["outcome", "success"]),
            (.result(.failed(JourneyError(.unknown, "m"))), ["outcome", "success", "code", "recoverable"]),
        ]
        for (event, names) in table { #expect(Set(event.attributes.keys) == names) }
    }
}
