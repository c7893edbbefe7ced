import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyLanguage

/// A trace as one HTML page that loads nothing. It can be read without script; its one script, whose hash its policy names, makes
/// it interactive. Everything from the trace is text to both.
package struct TracePage: Sendable {
    /// The most rows of the timeline.
    static let mostRows = 10_000
    private let trace: Trace
    private let files: TracePageFiles
    private let visits: [TraceVisit]
    /// The descriptions of the lines that have a row, by position.
    private let moments: [Int: TraceMoment]

    /// Creates the page of `trace`.
    ///
    /// - Throws: `CONFIGURATION_INVALID` if the program's own style or script is missing.
    package init(_ trace: Trace) throws(JourneyError) {
        self.trace = trace
        files = try TracePageFiles()
        visits = trace.visits
        moments = TracePage.moments(of: trace)
    }

    /// The page. `moment-N` is the ID of the row of line N, counted from 1.
    package var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="color-scheme" content="light dark">
        <title>\(text(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        <a class="skip" href="#timeline">Skip to the timeline</a>
        <header id="head">
        <div class="names">\(badge)<h1>\(text(title))</h1>\(summary)</div>
        <dl class="figures">\(figures)</dl>
        </header>
        <main>
        <section id="stage" aria-label="The moment" hidden></section>
        <section id="timeline" aria-labelledby="timeline-title">
        <h2 id="timeline-title">Timeline</h2>
        <div id="tools" hidden></div>
        \(notice)<ol class="visits">\(visitItems)</ol>
        </section>
        <section id="graph"\(graph.isEmpty ? " hidden" : "")><h2>Path</h2><div class="drawing" role="group" tabindex="0" aria-label="Graph">\(graph)</div></section>
        <section id="about"><h2>About this run</h2>\(checks)\(tables)\(facts)</section>
        </main>
        <script type="application/json" id="trace-data">\(data)</script>
        <script>\(files.script)</script>
        </body>
        </html>

        """
    }

    private static func moments(of trace: Trace) -> [Int: TraceMoment] {
        let known = TraceMoment.Known(trace)
        var moments: [Int: TraceMoment] = [:]
        for (index, line) in trace.lines.enumerated() where moments.count < mostRows {
            // The event that an input raises in its step has the input's name.
            if line.kind == "event", index > 0, trace.lines[index - 1].kind == "input",
                trace.lines[index - 1].text("name") == line.text("name")
            {
                continue
            }
            moments[index] = TraceMoment.describe(line, known.after(index))
        }
        return moments
    }

    private func text(_ text: String) -> String { HTMLText.escaped(text) }

    // MARK: Head

    private var style: String { Theme.standard.styleVariables + "\n" + files.style }

    /// The policy, with the hashes of the one style and the one script.
    private var policy: String {
        func hash(_ text: String) -> String { "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'" }
        return "default-src 'none'; img-src data:; style-src \(hash(style)); script-src \(hash(files.script));"
            + " form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    }

    private var title: String { trace.header.title.isEmpty ? "Trace" : trace.header.title }

    private var summary: String {
        trace.header.summary.isEmpty ? "" : "<p class=\"lead\">\(text(trace.header.summary))</p>"
    }

    private var badge: String {
        let outcome = trace.header.outcome
        switch trace.header.isGood {
        case true: return "<p class=\"badge good\">Everything held</p>"
        case false: return "<p class=\"badge bad\">Something did not hold</p>"
        case nil:
            let tone = ["completed": "good", "failed": "bad"][outcome ?? ""] ?? "plain"
            return "<p class=\"badge \(tone)\">\(text(outcome?.capitalized ?? "Did not end"))</p>"
        }
    }

    private var figures: String {
        let calls = trace.lines.filter { $0.kind == "exchange" }.count
        let sent = trace.lines.filter { $0.kind == "timeline" && $0.text("name") == "api_call" }.count
        let problems = moments.values.filter { $0.tone == .bad }.count
        let pairs = [
            ("took", TimelineWords.seconds(trace.duration)), ("steps", "\(visits.filter { !$0.step.isEmpty }.count)"),
            ("requests", "\(max(calls, sent))"), ("moments", "\(moments.count)"), ("problems", "\(problems)"),
        ]
        return pairs.map { "<div><dt>\($0.0)</dt><dd>\(text($0.1))</dd></div>" }.joined()
    }

    private var notice: String {
        let dropped = trace.header.dropped
        var sentences: [String] = []
        if dropped.lines + dropped.resources > 0 {
            sentences.append(
                "The recording left out \(dropped.lines) lines and \(dropped.resources) resources, which exceeded its limits."
            )
        }
        if moments.count >= TracePage.mostRows {
            sentences.append("The first \(TracePage.mostRows) moments are shown.")
        }
        return sentences.isEmpty ? "" : "<p class=\"notice\">\(text(sentences.joined(separator: " ")))</p>"
    }

    // MARK: Timeline

    private var visitItems: String {
        var number = 0
        return visits.enumerated().map { index, visit in
            if !visit.step.isEmpty { number += 1 }
            return item(visit, at: index, number: visit.step.isEmpty ? nil : number)
        }.joined(separator: "\n")
    }

    private func item(_ visit: TraceVisit, at index: Int, number: Int?) -> String {
        let name = visit.step.isEmpty ? "Before the first step" : visit.step
        let kind = [visit.type, visit.visit > 1 ? "visit \(visit.visit)" : ""].filter { !$0.isEmpty }
        let time =
            "at \(TimelineWords.seconds(visit.entered)), for \(TimelineWords.seconds(visit.left - visit.entered))"
        let rows = visit.lines.compactMap { line in moments[line].map { row($0, at: line) } }.joined(separator: "\n")
        let frames = visit.pictures.compactMap { frame($0, visit) }.joined()
        return """
            <li class="visit" id="visit-\(index)">
            <h3>\(number.map { "<span class=\"ordinal\">\($0)</span>" } ?? "")<span class="name">\(text(name))</span>\
            <small>\(text((kind + [time]).joined(separator: " · ")))</small></h3>
            \(frames.isEmpty ? "" : "<div class=\"frames\">\(frames)</div>")
            <ol class="rows">\(rows)</ol>
            </li>
            """
    }

    private func frame(_ index: Int, _ visit: TraceVisit) -> String? {
        guard let name = trace.lines[index].text("resource"), let bytes = trace.resources[name],
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { return nil }
        return """
            <img id="picture-\(index + 1)" alt="The screen of \(text(visit.step))" \
            src="data:image/png;base64,\(Data(bytes).base64EncodedString())">
            """
    }

    private func row(_ moment: TraceMoment, at index: Int) -> String {
        let line = trace.lines[index]
        let note = moment.note.map { " <small>\(text($0))</small>" } ?? ""
        return """
            <li class="row \(moment.group.rawValue) \(moment.tone.rawValue)" id="moment-\(index + 1)"><a href="#moment-\(index + 1)">\
            <time>\(TimelineWords.seconds(line.at))</time><b>\(text(moment.label))</b><span>\(text(moment.text))\(note)</span></a>\
            \(details(line))</li>
            """
    }

    /// The line's members, for a page without script.
    private func details(_ line: TraceLine) -> String {
        let hidden: Set<String> = ["resource", "step", "depth"]
        var members = line.members.filter { !hidden.contains($0.key) && $0.value != .null && $0.value != [:] }
        if line.kind == "timeline" { members = line.members["attributes"]?.object ?? [:] }
        guard members.count > 1 else { return "" }
        let shown = TraceText.indented(.object(members), limit: 3_000)
        return "<details><summary>Details</summary><pre>\(text(shown))</pre></details>"
    }

    private var graph: String {
        guard let outline = trace.header.outline else { return "" }
        let steps = visits.map(\.step).filter { !$0.isEmpty }
        return Graph.svg(outline, marking: GraphPath(steps: steps, caption: []))
    }

    // MARK: About

    private var checks: String {
        guard !trace.header.checks.isEmpty else { return "" }
        let items = trace.header.checks.map {
            "<li class=\"\($0.holds ? "good" : "bad")\"><span class=\"hidden\">\($0.holds ? "Holds: " : "Does not hold: ")</span>\(text($0.sentence))</li>"
        }
        return "<h3>What was checked</h3><ul class=\"checks\">\(items.joined())</ul>"
    }

    private var tables: String {
        trace.header.tables.map { table in
            let rows = table.cells.map { "<tr><th scope=\"row\">\(text($0.name))</th><td>\(text($0.value))</td></tr>" }
            return "<h3>\(text(table.title))</h3><table>\(rows.joined())</table>"
        }.joined()
    }

    private var facts: String {
        var facts: [(name: String, value: String)] = []
        if let journey = trace.header.journey {
            facts.append(("journey", journey.id))
            if let sequence = journey.sequence { facts.append(("sequence", "\(sequence)")) }
            if !journey.manifest.isEmpty { facts.append(("manifest SHA-256", journey.manifest)) }
        }
        for line in trace.lines where line.kind == "exchange" {
            guard let hash = line.members["response"]?["body"]?["sha256"]?.string else { continue }
            facts.append(("\(line.text("operation") ?? "") as served, SHA-256", hash))
        }
        facts += trace.header.facts
        if !trace.header.made.isEmpty { facts.append(("recorded", trace.header.made)) }
        facts.append(("recorded by", trace.header.program))
        let items = facts.map { "<div><dt>\(text($0.name))</dt><dd>\(text($0.value))</dd></div>" }
        return "<h3>Facts</h3><dl class=\"facts\">\(items.joined())</dl>"
    }

    // MARK: Data

    /// The lines and snapshots for the script. No `<` remains, so nothing in them can end the element.
    private var data: String {
        var snapshots: [JSONValue] = []
        for (index, line) in trace.lines.enumerated() where line.kind == "dom" {
            let bytes = line.text("resource").flatMap { trace.resources[$0] } ?? []
            guard let value = try? JSONReader.read(bytes, limits: TracePage.snapshotLimits) else { continue }
            snapshots.append(["line": .number(JSONNumber(Int64(index + 1))), "snapshot": value])
        }
        func numbers(_ positions: [Int]) -> JSONValue {
            .array(positions.map { .number(JSONNumber(Int64($0 + 1))) })
        }
        let value: JSONValue = [
            "duration": .number(JSONNumber(Int64(trace.duration))),
            "lines": .array(trace.lines.prefix(moments.isEmpty ? 0 : (moments.keys.max() ?? 0) + 2).map(\.json)),
            "visits": .array(
                visits.map { visit in
                    [
                        "step": .string(visit.step), "type": .string(visit.type),
                        "visit": .number(JSONNumber(Int64(visit.visit))),
                        "entered": .number(JSONNumber(Int64(visit.entered))),
                        "left": .number(JSONNumber(Int64(visit.left))),
                        "first": .number(JSONNumber(Int64((visit.lines.first ?? 0) + 1))),
                        "pictures": numbers(visit.pictures), "snapshots": numbers(visit.snapshots),
                    ]
                }),
            "snapshots": .array(snapshots),
        ]
        // By bytes: a scalar that combines with the next one must not hide it.
        return String(
            decoding: value.compactBytes.flatMap { byte in byte == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [byte] },
            as: UTF8.self)
    }

    private static let snapshotLimits = JSONLimits(bytes: TraceFormat.largestResource, depth: 16, values: 400_000)
}
