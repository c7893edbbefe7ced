import JourneyBase
import Testing

@testable import JourneyHarness

@Suite("Effect of a press")
struct PressMonitorTests {
    private static func look(
        _ content: String = "a", document: String = "1", invalid: JSONValue = [], empty: JSONValue = [],
        alerts: JSONValue = []
    ) -> PageLook? {
        let value: JSONValue = [
            "document": .string(document), "content": .string(content), "invalid": invalid, "empty": empty,
            "alerts": alerts,
        ]
        return PageLook(value.compactText)
    }

    private static let iban: JSONValue = [["label": "IBAN", "name": "iban", "message": "Please fill this in."]]
    private static let start = PressMonitor.Progress(pages: 3, events: 7, messages: 2)

    private static let marked: JSONValue = [
        ["label": "IBAN", "name": "iban", "message": "Please fill this in.", "isMarked": true]
    ]

    private static func watch(
        isLast: Bool = true, patience: Duration = .seconds(30), before: PageLook? = look()
    ) -> PressMonitor {
        PressMonitor(before: before, progress: start, isLast: isLast, patience: patience)
    }

    /// What is seen so many seconds after the press, and what is to be said of it.
    struct Sight: Sendable {
        var look: PageLook?
        var pages = 3
        var events = 7
        /// `nil`: as many more as there are events.
        var messages: Int?
        var after: Int
        var verdict: PressMonitor.Verdict
    }

    private static let complaint = "The field “IBAN” (iban) says: “Please fill this in.”"

    static let runs: [(isLast: Bool, sights: [Sight])] = [
        // A press that changes nothing, with and without a word of the page.
        (
            true,
            [
                Sight(look: look(), after: 2, verdict: .wait),
                Sight(look: look(), after: 3, verdict: .stuck("changed nothing.")),
            ]
        ),
        (
            true,
            [
                Sight(
                    look: look(empty: iban), after: 3,
                    verdict: .stuck("changed nothing. The required field “IBAN” (iban) is empty."))
            ]
        ),
        (
            true,
            [
                Sight(look: look("b", invalid: iban), after: 1, verdict: .wait),
                Sight(look: look("b", invalid: iban), after: 3, verdict: .stuck("led nowhere. " + complaint)),
            ]
        ),
        (
            true,
            [
                Sight(
                    look: look("b", alerts: ["Not today."]), after: 4,
                    verdict: .stuck("led nowhere. The page says: “Not today.”"))
            ]
        ),
        // The same in the middle of a page's turn.
        (false, [Sight(look: look(), after: 3, verdict: .stuck("changed nothing."))]),
        (false, [Sight(look: look("b", invalid: marked), after: 3, verdict: .stuck("led nowhere. " + complaint))]),
        // Required fields that the press has revealed, and that the script fills in next.
        (false, [Sight(look: look("b", invalid: iban, empty: iban), after: 0, verdict: .moved)]),
        (false, [Sight(look: look("b"), after: 0, verdict: .moved)]),
        (false, [Sight(look: look(), events: 8, after: 0, verdict: .moved)]),
        // A call that was under way ends after the press: it is none of the page's.
        (
            true,
            [
                Sight(look: look(), events: 9, messages: 2, after: 1, verdict: .wait),
                Sight(look: look(), events: 9, messages: 2, after: 3, verdict: .stuck("changed nothing.")),
            ]
        ),
        (false, [Sight(look: look(), events: 9, messages: 2, after: 3, verdict: .stuck("changed nothing."))]),
        // Another page, another step, another document.
        (true, [Sight(look: look("b", invalid: iban), pages: 4, after: 9, verdict: .moved)]),
        (true, [Sight(look: look("b", document: "2"), after: 0, verdict: .moved)]),
        // A page that is on its way cannot be read.
        (true, [Sight(look: nil, after: 20, verdict: .wait)]),
        // What the page does by itself has the script's patience.
        (
            true,
            [
                Sight(look: look("b"), after: 29, verdict: .wait),
                Sight(look: look("c"), after: 30, verdict: .stuck("led nowhere.")),
            ]
        ),
        // A page that was heard has as long as a call takes, counted from the last that happened.
        (
            true,
            [
                Sight(look: look("b"), events: 8, after: 1, verdict: .wait),
                Sight(look: look("b"), events: 9, after: 40, verdict: .wait),
                Sight(look: look("b"), events: 9, after: 99, verdict: .wait),
                Sight(look: look("b"), events: 9, after: 100, verdict: .stuck("did not lead on.")),
            ]
        ),
        (
            true,
            [
                Sight(look: look("b"), events: 8, after: 1, verdict: .wait),
                Sight(look: look("b", alerts: ["No."]), events: 8, after: 20, verdict: .wait),
                Sight(
                    look: look("b", alerts: ["No."]), events: 8, after: 21,
                    verdict: .stuck("did not lead on. The page says: “No.”")),
            ]
        ),
    ]

    @Test("a press is judged by the page and the run", arguments: runs.indices)
    func run(index: Int) {
        let (isLast, sights) = Self.runs[index]
        var watch = Self.watch(isLast: isLast)
        for sight in sights {
            let messages = sight.messages ?? sight.events - Self.start.events + Self.start.messages
            let progress = PressMonitor.Progress(pages: sight.pages, events: sight.events, messages: messages)
            #expect(watch.verdict(sight.look, progress, elapsed: .seconds(sight.after)) == sight.verdict)
        }
    }

    @Test("a notice or empty required field from before the press is not its effect")
    func standing() {
        let before = Self.look(invalid: Self.iban, empty: Self.iban, alerts: ["This is a demo."])
        let after = Self.look("b", invalid: Self.iban, empty: Self.iban, alerts: ["This is a demo."])
        // A box is opened before the fields are filled in.
        var watch = Self.watch(isLast: false, before: before)
        #expect(watch.verdict(after, Self.start, elapsed: .zero) == .moved)
        // With the last press, the script has nothing for the field.
        watch = Self.watch(before: before)
        let left = "led nowhere. \(Self.complaint) The page says: “This is a demo.”"
        #expect(watch.verdict(after, Self.start, elapsed: .seconds(3)) == .stuck(left))
        // The page does something by itself, or a call takes its time.
        watch = Self.watch(before: Self.look(alerts: ["This is a demo."]))
        let busy = Self.look("b", alerts: ["This is a demo."])
        #expect(watch.verdict(busy, Self.start, elapsed: .seconds(29)) == .wait)
        watch = Self.watch(before: before)
        let heard = PressMonitor.Progress(pages: 3, events: 8, messages: 3)
        #expect(watch.verdict(after, heard, elapsed: .seconds(1)) == .wait)
        #expect(watch.verdict(after, heard, elapsed: .seconds(45)) == .wait)
        // What the page says of them after the press is one.
        watch = Self.watch(before: before)
        let said = Self.look("b", invalid: Self.marked, alerts: ["This is a demo."])
        let reason = "led nowhere. \(Self.complaint) The page says: “This is a demo.”"
        #expect(watch.verdict(said, Self.start, elapsed: .seconds(3)) == .stuck(reason))
    }

    @Test("a press without effect is reported within five seconds, whatever the script's timeout")
    func bound() {
        #expect(PressMonitor.limit < .seconds(5))
        var watch = Self.watch(patience: .seconds(600))
        #expect(watch.verdict(Self.look(), Self.start, elapsed: PressMonitor.limit) == .stuck("changed nothing."))
    }

    @Test("invalid page data is refused, and fields without labels are named by their names")
    func look() {
        #expect(PageLook("") == nil && PageLook("{}") == nil && PageLook("[1]") == nil)
        let bare = Self.look(invalid: [["name": "to"]])
        #expect(bare?.complaint == "The field “to” is marked as wrong.")
        #expect(Self.look()?.complains == false && Self.look()?.complaint == "")
    }
}
