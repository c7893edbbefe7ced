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

    @Test(
        "faults of pages are always printed, and their console and requests on request",
        arguments: [
            (["kind": "error", "text": "E", "place": "a.js:1:2"], "page      E a.js:1:2", true),
            (["kind": "rejection", "text": "R"], "page      unhandled rejection: R", true),
            (
                ["kind": "violation", "blocked": "inline", "directive": "script-src-elem"],
                "page      its policy blocked inline (script-src-elem)", true
            ),
            (["kind": "request", "method": "GET", "url": "u", "status": 404], "page      GET u → 404", true),
            (["kind": "request", "method": "GET", "url": "u", "status": 399], "page      GET u → 399", false),
            (
                ["kind": "request", "method": "GET", "url": "u", "reason": "no route", "milliseconds": 3],
                "page      GET u failed: no route in 3 ms", true
            ),
            (["kind": "console", "level": "error", "text": "c"], "console   error  c", true),
            (["kind": "console", "level": "warn", "text": "c"], "console   warn  c", false),
            (["kind": "unresponsive"], "page      its web process does not react", true),
            (["kind": "committed", "url": "u"], "page      u", false),
        ] as [([String: JSONValue], String, Bool)])
    func pages(attributes: [String: JSONValue], line: String, isFault: Bool) {
        let event = TimelineEvent(at: 0, name: "page", attributes: attributes)
        let style = Style(isColored: false)
        #expect(TimelinePrinter(style: style, showsConsole: true).line(for: event) == "  0.00 s  " + line)
        #expect((TimelinePrinter(style: style).line(for: event) != nil) == isFault)
    }
}
