import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyTrace

@Suite("The page of a trace")
struct TracePageTests {
    private func html(_ writer: TraceWriter) throws -> String { try TracePage(try TraceSamples.read(writer)).html }

    @Test("without script, the page has each step, picture, guard, request, check and row")
    func content() throws {
        let page = try html(TraceSamples.transfer())
        for part in [
            "<title>Transfer</title>", "data:image/png;base64,iVBORwECAw==", "Before the first step", ">form</span>",
            "payload.amount &gt; 0", "POST createTransfer → 201", "in 18 ms", "The transfer exists once.",
            "Ada &lt;Lovelace&gt;", "Everything held", "bb22", "id=\"moment-1\"", "href=\"#moment-12\"",
            "data-step=\"pay\"",
        ] { #expect(page.contains(part), "\(part)") }
    }

    @Test("the page loads nothing, and its policy allows its own style and script alone")
    func policy() throws {
        let page = try html(TraceSamples.transfer())
        #expect(page.components(separatedBy: "<script").count == 3)
        for part in [" style=\"", "javascript:", "<iframe", "<link", " onclick"] {
            #expect(!page.contains(part), "\(part)")
        }
        #expect(page.matches(of: /url\([^#]/).isEmpty)
        let addresses = page.matches(of: /(src|href|xlink:href)="([^"]*)"/).map { String($0.2) }
        #expect(addresses.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("data:image/png;base64,") })
        for (tag, directive) in [("script", "script-src"), ("style", "style-src")] {
            let start = try #require(page.range(of: "<\(tag)>"))
            let end = try #require(page.range(of: "</\(tag)>", range: start.upperBound..<page.endIndex))
            let text = page[start.upperBound..<end.lowerBound]
            let hash = Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
            #expect(page.contains("\(directive) 'sha256-\(hash)'"), "\(tag)")
        }
        #expect(page.contains("default-src 'none'") && page.contains("require-trusted-types-for 'script'"))
    }

    @Test(
        "text of a trace never becomes markup, wherever it stands",
        arguments: [
            "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><b>", "<!--<script>",
            "\u{600}<meta>",
        ])
    func escaping(text: String) throws {
        var writer = TraceSamples.transfer(title: text)
        let plain = try html(TraceSamples.transfer())
        let value = JSONValue.string(text)
        writer.header.summary = text
        writer.header.checks = [TraceHeader.Check(text, holds: false)]
        writer.header.tables = [TraceHeader.Table(title: text, cells: [(text, text)])]
        writer.header.facts = [(text, text)]
        writer.header.outcome = text
        writer.header.journey = (text, 1, text)
        for kind in ["guard", "input", "event", "call", "exchange", "enter", "diagnostic", "effect", "timeline", text] {
            writer.append(
                TraceLine(
                    at: 1, kind: String(kind.prefix(20)),
                    members: [
                        "name": value, "source": value, "text": value, "step": value, "operation": value,
                        "message": value,
                        "code": value, "input": "page", "payload": [text: value], "detail": value, "type": value,
                    ]))
        }
        writer.addSnapshot(["title": value, "url": value, "nodes": [[0, value, [text: value]]]], step: text, at: 2)
        writer.addPicture(TraceSamples.png, step: text, at: 3)
        let page = try html(writer)
        func tags(_ page: String) -> [String: Int] {
            Dictionary(page.matches(of: /<([a-zA-Z!][a-zA-Z0-9-]*)/).map { (String($0.1), 1) }, uniquingKeysWith: +)
        }
        let (mine, known) = (tags(page), tags(plain))
        #expect(mine["script"] == 2 && mine["meta"] == known["meta"])
        #expect(Set(mine.keys) == Set(known.keys), "\(Set(mine.keys).symmetricDifference(known.keys))")
        let data = try #require(page.range(of: "id=\"trace-data\">"))
        let end = try #require(page.range(of: "</script>", range: data.upperBound..<page.endIndex))
        let json = String(page[data.upperBound..<end.lowerBound])
        #expect(!json.contains("<"))
        #expect(
            (try? JSONReader.read(Array(json.utf8), limits: JSONLimits(bytes: 8 << 20)))?["lines"]?.array?.count ?? 0
                > 20)
    }

    @Test("a resource that is no PNG is not shown as one")
    func picture() throws {
        var writer = TraceWriter(title: "T")
        writer.append(TraceLine(at: 0, kind: "enter", members: ["step": "a"]))
        writer.addPicture(Array("<svg onload=alert(1)>".utf8), step: "a", at: 1)
        #expect(try !html(writer).contains("data:image"))
    }

    @Test("a failed run says so, and a run without an end too")
    func bad() throws {
        var writer = TraceSamples.transfer()
        writer.header.isGood = false
        #expect(try html(writer).contains("Something did not hold"))
        writer.header.isGood = nil
        #expect(try html(writer).contains("Completed"))
        writer.header.outcome = nil
        #expect(try html(writer).contains("Did not end"))
    }

    @Test("a page of 2,000 moments is made in two seconds, and has them all")
    func long() throws {
        let trace = try TraceSamples.read(TraceSamples.long(2_000))
        var page = ""
        let took = try ContinuousClock().measure { page = try TracePage(trace).html }
        let rows = page.components(separatedBy: "<li class=\"row ").count - 1
        #expect(rows >= 2_000)
        #expect(took < .seconds(5), "\(took)")
        #expect(page.utf8.count < 4 << 20, "\(page.utf8.count) bytes")
    }
}
