import Foundation
import JourneyBase

/// A run as one self-contained page: the steps as pictures with their events and timings, how it ended, and what stands
/// in the books.
package struct Report: Sendable {
    package var title: String
    /// One sentence under the title.
    package var summary: String
    package var timeline: Timeline
    /// `true` if everything that the flow promises was found.
    package var isGood: Bool
    /// What was checked, and whether it held.
    package var checks: [Check]
    /// Rows of a database that the run left, by column.
    package var rows: [Row]
    /// Facts about the run: versions, sandbox, date.
    package var facts: [(name: String, value: String)]
    /// A picture's bytes (PNG), by its name in the timeline.
    package var picture: @Sendable (String) -> [UInt8]?

    package struct Check: Sendable, Hashable {
        package var sentence: String
        package var holds: Bool

        package init(_ sentence: String, holds: Bool) {
            self.sentence = sentence
            self.holds = holds
        }
    }

    package struct Row: Sendable {
        package var title: String
        package var cells: [(name: String, value: String)]

        package init(title: String, cells: [(name: String, value: String)]) {
            self.title = title
            self.cells = cells
        }
    }

    package init(
        title: String, summary: String, timeline: Timeline, isGood: Bool, checks: [Check], rows: [Row],
        facts: [(name: String, value: String)], picture: @escaping @Sendable (String) -> [UInt8]?
    ) {
        self.title = title
        self.summary = summary
        self.timeline = timeline
        self.isGood = isGood
        self.checks = checks
        self.rows = rows
        self.facts = facts
        self.picture = picture
    }

    /// The page. It loads nothing and runs no script.
    package var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
        <meta name="color-scheme" content="light dark">
        <title>\(HTMLText.escaped(title))</title>
        <style>\(ReportStyle.css)</style>
        </head>
        <body>
        <header>
        <p class="badge \(isGood ? "good" : "bad")">\(isGood ? "Everything held" : "Something did not hold")</p>
        <h1>\(HTMLText.escaped(title))</h1>
        <p class="lead">\(HTMLText.escaped(summary))</p>
        <dl class="figures">\(figures)</dl>
        </header>
        <main>
        <section><h2>The steps</h2><ol class="steps">\(steps)</ol></section>
        <section><h2>What was checked</h2><ul class="checks">\(checkItems)</ul></section>
        \(rowTables)
        <section><h2>About this run</h2><dl class="facts">\(factItems)</dl></section>
        </main>
        </body>
        </html>

        """
    }

    private var figures: String {
        let calls = timeline.events.filter { $0.name == "api_call" }.count
        let messages = timeline.events.filter { $0.name == "bridge_message" }.count
        let pairs = [
            ("took", TimelineWords.seconds(timeline.duration)), ("steps", "\(timeline.visits.count)"),
            ("calls to servers", "\(calls)"), ("bridge messages", "\(messages)"),
        ]
        return pairs.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined()
    }

    private var steps: String {
        timeline.visits.enumerated().map { index, visit in
            let frames = visit.shots.map { frame(visit, $0) }.joined()
            let empty =
                "<div class=\"phone none\"><span>Nothing to see here: the app does this step by itself.</span></div>"
            let events = visit.events.compactMap(item).joined()
            return """
                <li>
                <div class="frames">\(frames.isEmpty ? empty : frames)</div>
                <h3><span class="number">\(index + 1)</span>\(HTMLText.escaped(visit.step))</h3>
                <p class="time">at \(TimelineWords.seconds(visit.entered)), for \(TimelineWords.seconds(visit.left - visit.entered))</p>
                <ul class="events">\(events)</ul>
                </li>
                """
        }.joined(separator: "\n")
    }

    private func frame(_ visit: Timeline.Visit, _ name: String) -> String {
        guard let bytes = picture(name) else { return "" }
        let data = Data(bytes).base64EncodedString()
        return """
            <div class="phone"><img src="data:image/png;base64,\(data)" alt="The page of step \(HTMLText.escaped(visit.step))"></div>
            """
    }

    private func item(_ event: TimelineEvent) -> String? {
        guard let words = TimelineWords.describe(event) else { return nil }
        return """
            <li class="\(words.kind.rawValue)"><span class="at">\(TimelineWords.seconds(event.at))</span>\
            <span>\(HTMLText.escaped(words.text))\(words.note.map { " <small>\(HTMLText.escaped($0))</small>" } ?? "")</span></li>
            """
    }

    private var checkItems: String {
        checks.map { "<li class=\"\($0.holds ? "good" : "bad")\">\(HTMLText.escaped($0.sentence))</li>" }.joined()
    }

    private var rowTables: String {
        rows.map { row in
            let cells = row.cells.map {
                "<tr><th scope=\"row\">\(HTMLText.escaped($0.name))</th><td>\(HTMLText.escaped($0.value))</td></tr>"
            }
            return "<section><h2>\(HTMLText.escaped(row.title))</h2><table>\(cells.joined())</table></section>"
        }.joined()
    }

    private var factItems: String {
        facts.map { "<div><dt>\(HTMLText.escaped($0.name))</dt><dd>\(HTMLText.escaped($0.value))</dd></div>" }.joined()
    }
}
