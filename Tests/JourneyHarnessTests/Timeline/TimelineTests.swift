import JourneyBase
import JourneyCLI
import JourneyHarness
import Testing

@Suite("Run timeline")
struct TimelineTests {
    static let sample: [TimelineEvent] = [
        TimelineEvent(at: 0, name: "journey_begin", attributes: ["journeyId": "money-transfer"]),
        TimelineEvent(at: 210, name: "step_enter", attributes: ["step": "intro"]),
        TimelineEvent(at: 300, name: "api_call", attributes: ["operation": "getAccounts", "status": 200]),
        TimelineEvent(at: 900, name: "step_enter", attributes: ["step": "recipient"]),
        TimelineEvent(at: 910, name: "shot", attributes: ["step": "intro", "file": "01-intro.png"]),
        TimelineEvent(at: 1_200, name: "shot", attributes: ["step": "recipient", "file": "02-recipient.png"]),
        TimelineEvent(at: 12_345, name: "result", attributes: ["outcome": "completed"]),
    ]

    static var timeline: Timeline {
        var timeline = Timeline()
        for event in sample { timeline.append(event) }
        return timeline
    }

    @Test("an event round-trips, and a malformed line is refused")
    func lines() {
        for event in TimelineTests.sample { #expect(TimelineEvent(line: event.json.compactText) == event) }
        for line in ["", "{}", "hello", #"{"event":"x","at":"1","attributes":{}}"#, #"{"event":"x","at":1}"#] {
            #expect(TimelineEvent(line: line) == nil)
        }
    }

    @Test("each visit has its own events, and a late picture goes to the step that it shows")
    func visits() {
        let visits = TimelineTests.timeline.visits
        #expect(visits.map(\.step) == ["intro", "recipient"])
        #expect(visits.map(\.shots) == [["01-intro.png"], ["02-recipient.png"]])
        #expect(visits.map { $0.events.map(\.name) } == [["api_call"], ["result"]])
        #expect(TimelineTests.timeline.result?["outcome"] == "completed")
        #expect(TimelineTests.timeline.duration == 12_345)
    }

    @Test("printed lines are plain text, aligned, and coloured only on request")
    func printer() {
        let plain = TimelinePrinter(style: Style(isColored: false))
        #expect(
            TimelineTests.sample.compactMap { plain.line(for: $0) } == [
                "  0.00 s  journey   money-transfer begins", "  0.21 s  step      intro",
                "  0.30 s  api       getAccounts → 200", "  0.90 s  step      recipient",
                " 12.34 s  result    completed",
            ])
        let colored = TimelinePrinter(style: Style(isColored: true))
        #expect(colored.line(for: TimelineTests.sample[0])?.contains("\u{1B}[") == true)
    }
}
