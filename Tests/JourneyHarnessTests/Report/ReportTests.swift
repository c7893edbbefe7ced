import JourneyBase
import JourneyHarness
import Testing

@Suite("Run report")
struct ReportTests {
    private func report(title: String = "Money transfer", good: Bool = true) -> Report {
        Report(
            title: title, summary: "One journey.", timeline: TimelineTests.timeline, isGood: good,
            checks: [.init("The transfer stands once.", holds: good)],
            rows: [.init(title: "The bank's books", cells: [("payee", "Ada <Lovelace>")])],
            facts: [("engine", "WebKitGTK")], picture: { $0 == "01-intro.png" ? [1, 2, 3] : nil })
    }

    @Test("the report has the steps, embedded pictures, the result and the row")
    func content() {
        let html = report().html
        for part in [
            "<title>Money transfer</title>", "data:image/png;base64,AQID", "intro</h3>", "recipient</h3>",
            "getAccounts → 200", "completed", "The transfer stands once.", "Ada &lt;Lovelace&gt;", "12.34 s",
        ] {
            #expect(html.contains(part), "\(part)")
        }
    }

    @Test("the report loads nothing, and text cannot become markup")
    func selfContained() {
        let html = report(title: "<script>alert('1')</script>").html
        for part in ["http://", "https://", "<script", "src=\"0", "url("] { #expect(!html.contains(part), "\(part)") }
        #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)"))
    }

    @Test(
        "a combining scalar does not hide markup characters",
        arguments: ["\u{600}<meta>", "<\u{301}meta>", "&\u{20D2}lt;", "\"\u{301} onclick=x"])
    func combined(text: String) {
        let html = report(title: text).html
        #expect(!html.unicodeScalars.elementsEqual(report(title: "").html.unicodeScalars))
        let title = html.unicodeScalars.split(separator: "\n").first { $0.starts(with: "<title>".unicodeScalars) }
        let inside = title?.dropFirst(7).dropLast(8) ?? []
        #expect(!inside.isEmpty && !inside.contains { "<>\"".unicodeScalars.contains($0) })
        #expect(text.unicodeScalars.contains("&") ? inside.starts(with: "&amp;".unicodeScalars) : true)
    }

    @Test("forms and base addresses are disabled")
    func contentPolicy() { #expect(report().html.contains("form-action 'none'; base-uri 'none'")) }

    @Test("a failed run says so")
    func bad() {
        #expect(report(good: false).html.contains("Something did not hold"))
        #expect(!report().html.contains("Something did not hold"))
    }
}
