import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyLanguage
import Testing

@testable import JourneyTrace

@Suite("The format of traces")
struct TraceFormatTests {
    @Test("a trace with a line of every kind is read as it was written")
    func roundTrip() throws {
        let writer = TraceSamples.transfer()
        let trace = try TraceSamples.read(writer)
        let kinds = Set(trace.lines.map(\.kind))
        #expect(
            kinds == [
                "exchange", "input", "enter", "effect", "state", "timeline", "picture", "dom", "event", "guard",
                "transition", "call",
            ])
        #expect(trace.header.title == "Transfer" && trace.header.summary == "One payment.")
        #expect(trace.header.journey?.id == "transfer" && trace.header.journey?.sequence == 7)
        #expect(trace.header.outline?.json == JourneyOutline(json: TraceSamples.outline)?.json)
        #expect(trace.header.checks == [TraceHeader.Check("The transfer exists once.", holds: true)])
        #expect(trace.header.tables.first?.cells.first?.value == "Ada <Lovelace>")
        #expect(trace.header.outcome == "completed" && trace.header.isGood == true)
        #expect(trace.duration == 61 && writer.duration == 61)
        let picture = try #require(trace.lines.first { $0.kind == "picture" }?.text("resource"))
        #expect(picture == "resources/001-form.png")
        #expect(trace.resources[picture] == TraceSamples.png)
        // Written again, it has the same bytes.
        var again = TraceWriter(title: "")
        again.append(trace)
        again.header = trace.header
        #expect(try again.archive() == writer.archive())
    }

    @Test("another trace is appended later, with its pictures under new names")
    func appended() throws {
        var writer = TraceSamples.transfer()
        let trace = try TraceSamples.read(writer)
        writer.append(trace, later: 1_000)
        let both = try TraceSamples.read(writer)
        #expect(both.lines.count == 2 * trace.lines.count && both.duration == 1_061)
        #expect(
            both.resources.keys.sorted() == [
                "resources/001-form.png", "resources/002-form.dom.json", "resources/003-form.png",
                "resources/004-form.dom.json",
            ])
    }

    @Test("an explained run is a trace, with its guards and without times")
    func explanation() throws {
        let folder = NSTemporaryDirectory() + "/trace-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let manifest = try JSONReader.read(try ShippedTransfer.manifest)
        let explanation = try Explanation(
            manifest: try ShippedTransfer.manifest, openAPI: try ShippedTransfer.openAPI,
            script: EventScript(try ShippedTransfer.script, file: "events.json"))
        let path = "\(folder)/run.zip"
        try TraceWriter.write(explanation, name: "a transfer", manifest: manifest, to: path)
        let trace = try TraceReader.read(path)
        #expect(trace.hasMachine && trace.duration == 0)
        #expect(trace.header.title == "a transfer" && trace.header.outcome == "completed")
        #expect(trace.lines.contains { $0.kind == "guard" && $0.members["value"] == true })
        #expect(trace.visits.map(\.step).last == "completed")
        #expect(try TracePage(trace).html.contains("<svg"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("a line and a resource beyond the limits are left out and counted, and a long line says what it had")
    func limits() throws {
        var writer = TraceWriter(title: "T")
        writer.append(
            TraceLine(at: 1, kind: "input", members: ["long": .string(String(repeating: "x", count: 300_000))]))
        writer.addPicture([UInt8](repeating: 0, count: TraceFormat.largestResource + 1), step: "a", at: 1)
        for number in 0..<TraceFormat.mostLines { writer.append(TraceLine(at: number, kind: "event")) }
        let trace = try TraceSamples.read(writer)
        #expect(trace.lines.count == TraceFormat.mostLines)
        #expect(trace.lines[0].members == ["cut": ["long"]])
        #expect(trace.header.dropped == (1, 1))
        #expect(trace.resources.isEmpty)
    }

    @Test("a picture that arrives late belongs to the step that it shows")
    func visits() throws {
        var writer = TraceWriter(title: "T")
        for (at, step) in [(0, "intro"), (500, "review")] {
            writer.append(
                TraceLine(
                    at: at, kind: "timeline", members: ["name": "step_enter", "attributes": ["step": .string(step)]]))
        }
        writer.addPicture(TraceSamples.png, step: "intro", at: 510)
        let visits = try TraceSamples.read(writer).visits
        #expect(visits.map(\.step) == ["intro", "review"])
        #expect(visits.map(\.pictures) == [[2], []])
        #expect(visits.map { $0.left - $0.entered } == [500, 0])
    }

    @Test("a run that was killed is told by its events, and after the restart by its machine")
    func killed() throws {
        var writer = TraceWriter(title: "T")
        for (at, step) in [(0, "intro"), (500, "details")] {
            writer.append(TimelineEvent(at: at, name: "step_enter", attributes: ["step": .string(step)]))
        }
        writer.append(try TraceSamples.read(TraceSamples.transfer()), later: 1_000)
        writer.append(TimelineEvent(at: 1_100, name: "step_enter", attributes: ["step": "form"]))
        let trace = try TraceSamples.read(writer)
        #expect(trace.visits.map(\.step) == ["intro", "details", "form", "pay", "done"])
        let page = try TracePage(trace).html
        #expect(page.components(separatedBy: "<b>step</b>").count == 6)
    }
}
