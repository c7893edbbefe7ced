import Testing

@testable import JourneyWeb

@Suite("The watch for pages that do not connect")
struct ConnectionWatchTests {
    private static let page = PageReport.committed(url: "https://bank.example/pay")
    private static let missing = PageReport.answered(
        PageReport.Exchange(method: "GET", url: "https://bank.example/app.js", milliseconds: 3), status: 404, type: nil)

    private static func watch(_ notes: [(PageReport, Duration)]) -> ConnectionWatch {
        var watch = ConnectionWatch(patience: .seconds(5))
        for (note, time) in notes { watch.handle(note, at: time) }
        return watch
    }

    @Test("reports a page 2 s after it loaded, once, and ends the run after its patience")
    func loaded() {
        var watch = Self.watch([(Self.page, .seconds(1)), (Self.missing, .seconds(1)), (.loaded, .seconds(2))])
        #expect(watch.verdict(at: .seconds(2)) == .wait(until: .seconds(4)))
        #expect(watch.verdict(at: .milliseconds(3_999)) == .wait(until: .seconds(4)))
        let text =
            "https://bank.example/pay has loaded and has not connected to the bridge: "
            + "GET https://bank.example/app.js was answered with status 404."
        #expect(watch.verdict(at: .seconds(4)) == .report(text))
        #expect(watch.verdict(at: .seconds(4)) == .wait(until: .seconds(7)))
        #expect(watch.verdict(at: .milliseconds(6_999)) == .wait(until: .seconds(7)))
        #expect(watch.verdict(at: .seconds(7)) == .end(text))
        #expect(watch.verdict(at: .seconds(8)) == .none)
    }

    @Test("reports a page that is still loading after 4 s, and ends the run after twice its patience")
    func loading() {
        var watch = Self.watch([(Self.page, .seconds(1))])
        #expect(watch.verdict(at: .seconds(1)) == .wait(until: .seconds(5)))
        guard case .report(let text) = watch.verdict(at: .seconds(5)) else {
            Issue.record("It is not reported.")
            return
        }
        #expect(text.contains("is still loading"))
        #expect(watch.verdict(at: .seconds(6)) == .wait(until: .seconds(11)))
        #expect(watch.verdict(at: .seconds(11)) == .end(text))
    }

    @Test("says nothing of a page that has connected, and starts anew with the next one")
    func connected() {
        var watch = Self.watch([(Self.page, .seconds(1)), (.loaded, .seconds(1))])
        watch.connected()
        #expect(watch.verdict(at: .seconds(60)) == .none)
        watch.handle(.loaded, at: .seconds(61))
        #expect(watch.verdict(at: .seconds(90)) == .none)
        watch.handle(.committed(url: "https://bank.example/next"), at: .seconds(91))
        #expect(watch.verdict(at: .seconds(91)) == .wait(until: .seconds(95)))
    }

    @Test("a patience that is shorter than the time to the report ends the run without one")
    func impatient() {
        var watch = ConnectionWatch(patience: .seconds(1))
        watch.handle(Self.page, at: .zero)
        watch.handle(.loaded, at: .zero)
        #expect(watch.verdict(at: .zero) == .wait(until: .seconds(1)))
        guard case .end = watch.verdict(at: .seconds(1)) else {
            Issue.record("The run does not end.")
            return
        }
    }

    @Test(
        "names requests and the policy before errors, and errors in the order in which they came",
        arguments: [
            ([.error("E1", nil, stack: nil), .rejection("E2", stack: nil)], "E1."),
            ([.rejection("E2", stack: nil), .error("E1", nil, stack: nil)], "a promise was rejected: E2."),
            ([.error("E1", .init(file: "a.js", line: 2, column: 3), stack: nil)], "E1 (a.js:2:3)."),
            ([.error("E1", nil, stack: nil), missing], "app.js was answered with status 404."),
            ([.console(level: "error", text: "C1\nmore")], "its console says: C1."),
            ([.console(level: "warn", text: "C1")], "Does a module script call Journey.connect()?"),
            ([.unresponsive], "in an infinite loop."),
        ] as [([PageReport], String)])
    func causes(notes: [PageReport], end: String) {
        var watch = Self.watch([(Self.page, .zero), (.loaded, .zero)] + notes.map { ($0, .zero) })
        guard case .end(let text) = watch.verdict(at: .seconds(9)) else {
            Issue.record("The run does not end.")
            return
        }
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test(
        "addresses are shown without the values of their query",
        arguments: [
            ("https://b.example/a", "https://b.example/a"),
            ("https://b.example/a?x=1&y=2", "https://b.example/a?x=…&y=…"),
            ("https://b.example/a?secret", "https://b.example/a?…"),
            ("https://b.example/a#s?x=1", "https://b.example/a"),
            ("inline", "inline"), ("https://b.example/a?x=1#s", "https://b.example/a?x=…"),
        ])
    func addresses(address: String, shown: String) {
        #expect(PageAddress.shown(address) == shown)
    }
}
