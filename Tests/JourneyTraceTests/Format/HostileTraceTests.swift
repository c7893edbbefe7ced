import Foundation
import JourneyBase
import JourneyCLI
import Testing
import WalletPass

@testable import JourneyTrace

@Suite("Hostile traces")
struct HostileTraceTests {
    private static let header = #"{"format":"journey-trace","version":1,"title":"T"}"#

    private static func archive(_ files: [String: String]) throws -> [UInt8] {
        try ZipWriter.archive(files.mapValues { Array($0.utf8) }, isDeflated: true)
    }

    private static func code(_ bytes: [UInt8]) -> String? {
        do {
            _ = try TraceReader.read(bytes, name: "t.zip")
            return nil
        } catch {
            #expect(error.status == .badInput)
            #expect(error.message.hasPrefix("t.zip ") && error.message.hasSuffix("."))
            #expect(!error.message.dropLast().contains(". "), "one sentence: \(error.message)")
            return error.code
        }
    }

    @Test(
        "a file of another form is refused with one sentence and a code, and its neighbour is read",
        arguments: [
            (["trace.json": header, "lines.jsonl": ""], nil),
            (["trace.json": header], "TRACE_INVALID"), (["lines.jsonl": ""], "TRACE_INVALID"),
            (["trace.json": "{", "lines.jsonl": ""], "TRACE_INVALID"),
            (["trace.json": #"{"format":"zip","version":1,"title":"T"}"#, "lines.jsonl": ""], "TRACE_INVALID"),
            (["trace.json": #"{"format":"journey-trace","version":1}"#, "lines.jsonl": ""], "TRACE_INVALID"),
            (
                ["trace.json": #"{"format":"journey-trace","version":0,"title":"T"}"#, "lines.jsonl": ""],
                "TRACE_INVALID"
            ),
            (
                ["trace.json": #"{"format":"journey-trace","version":2,"title":"T"}"#, "lines.jsonl": ""],
                "TRACE_VERSION"
            ),
            (["trace.json": header, "lines.jsonl": #"{"at":0,"kind":"a"}"#], nil),
            (["trace.json": header, "lines.jsonl": #"{"at":0}"#], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": #"{"at":-1,"kind":"a"}"#], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": #"{"at":9223372036854775807,"kind":"a"}"#], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": "[]"], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": "", "resources/a.png": "x"], nil),
            (["trace.json": header, "lines.jsonl": "", "other.txt": "x"], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": "", "resources/a/b.png": "x"], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": "", "resources/.hidden": "x"], "TRACE_INVALID"),
            (["trace.json": header, "lines.jsonl": "", "resources/a b.png": "x"], "TRACE_INVALID"),
        ] as [([String: String], String?)])
    func forms(files: [String: String], expected: String?) throws {
        #expect(Self.code(try Self.archive(files)) == expected)
    }

    @Test("a name that leaves the archive is refused")
    func names() throws {
        let good = try Self.archive(["trace.json": Self.header, "lines.jsonl": "", "resources/a.png": "x"])
        let text = String(decoding: good, as: Unicode.ASCII.self)
        #expect(text.contains("resources/a.png"))
        // The same length, so that all offsets stay.
        var bytes = good
        for (from, to) in [("resources/a.png", "../resource.png")] {
            while let place = bytes.firstRange(of: Array(from.utf8)) {
                bytes.replaceSubrange(place, with: Array(to.utf8))
            }
        }
        #expect(Self.code(bytes) == "TRACE_INVALID")
    }

    @Test("a zip bomb is refused before it is unpacked")
    func bomb() throws {
        let zeros = [UInt8](repeating: 0x20, count: 33 << 20)
        let bomb = try ZipWriter.archive(
            ["trace.json": Array(Self.header.utf8), "lines.jsonl": zeros], isDeflated: true)
        #expect(bomb.count < 1 << 20)
        #expect(Self.code(bomb) == "TRACE_TOO_LARGE")
        var files = ["trace.json": Array(Self.header.utf8), "lines.jsonl": []]
        let piece = [UInt8](repeating: 0, count: 8 << 20)
        for number in 0..<17 { files["resources/\(number).bin"] = piece }
        let clock = ContinuousClock()
        let many = try ZipWriter.archive(files, isDeflated: true)
        var found: String?
        let took = clock.measure { found = Self.code(many) }
        #expect(found == "TRACE_TOO_LARGE")
        #expect(took < .seconds(1), "\(took): the sizes are added up before anything is unpacked")
    }

    @Test("too many parts, too many lines and too long lines are refused")
    func counts() throws {
        var files = ["trace.json": Self.header, "lines.jsonl": ""]
        for number in 0..<TraceFormat.mostResources { files["resources/\(number).txt"] = "" }
        #expect(Self.code(try Self.archive(files)) == nil)
        files["resources/more.txt"] = ""
        #expect(Self.code(try Self.archive(files)) == "TRACE_TOO_LARGE")
        let line = #"{"at":0,"kind":"a"}"# + "\n"
        let most = String(repeating: line, count: TraceFormat.mostLines)
        #expect(Self.code(try Self.archive(["trace.json": Self.header, "lines.jsonl": most])) == nil)
        #expect(
            Self.code(try Self.archive(["trace.json": Self.header, "lines.jsonl": most + line])) == "TRACE_TOO_LARGE")
        let long = #"{"at":0,"kind":"a","x":""# + String(repeating: "x", count: TraceFormat.largestLine) + #""}"#
        #expect(Self.code(try Self.archive(["trace.json": Self.header, "lines.jsonl": long])) == "TRACE_TOO_LARGE")
    }

    @Test(
        "deep JSON is refused, and JSON just within the limit is read",
        arguments: [(38, nil), (60, "TRACE_INVALID"), (100_000, "TRACE_INVALID")])
    func deep(depth: Int, expected: String?) throws {
        let line =
            #"{"at":0,"kind":"a","x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            + "}"
        #expect(Self.code(try Self.archive(["trace.json": Self.header, "lines.jsonl": line])) == expected)
    }

    @Test("no cut of a file is read")
    func cut() throws {
        let whole = try TraceSamples.transfer().archive()
        for count in stride(from: 0, to: whole.count, by: 97) {
            #expect(Self.code(Array(whole.prefix(count))) == "TRACE_INVALID", "\(count) bytes")
        }
    }

    @Test("changed bytes are refused or read, and what is read can be shown")
    func changed() throws {
        let whole = try TraceSamples.transfer().archive()
        var state: UInt64 = 1
        func random(_ most: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % most
        }
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0...random(3) { bytes[random(bytes.count)] = UInt8(random(256)) }
            guard let trace = try? TraceReader.read(bytes, name: "t.zip") else { continue }
            #expect(try TracePage(trace).html.contains("</html>"))
        }
    }
}
