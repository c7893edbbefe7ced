import Foundation
import Testing

/// The page of error codes: made from the declarations in `Sources`, complete, and each code with a next step.
@Suite("The page of error codes")
struct ErrorPageTests {
    private static let page = "docs/reference/errors.md"

    @Test("docs/reference/errors.md is what `make errors` generates")
    func isCurrent() throws {
        let result = try ErrorPageTests.make("--check")
        #expect(result.status == 0, "\(result.text)")
    }

    @Test("each code is listed once with a sentence and a next step")
    func rows() throws {
        let text = try Tree.package.text(ErrorPageTests.page)
        let rows = text.matches(of: /(?m)^\| <a id="([A-Z0-9_]+)"><\/a>`([A-Z0-9_]+)`[^|]*\| (.+?) \| (.+?) \|$/)
        let codes = rows.map { String($0.output.1) }
        #expect(codes.count >= 450 && Set(codes).count == codes.count)
        #expect(
            rows.allSatisfy { $0.output.1 == $0.output.2 && $0.output.3.hasSuffix(".") && $0.output.4.hasSuffix(".") })
        #expect(text.matches(of: /<a id=/).count == codes.count)
        // One code of each kind of declaration.
        for code in [
            "NET_TIMEOUT", "CARD_BLOCKED", "ATTESTATION_CHAIN", "PROOF_REPLAYED", "BODY_TOO_LARGE", "MDOC_EXPIRED",
            "PASS_FILE_CHANGED", "FILE_MISSING", "QUOTE_EXPIRED", "RUN_PAID",
        ] { #expect(codes.contains(code)) }
    }

    @Test(
        "a code without a next step, sentence or declaration is refused")
    func nearMisses() throws {
        let path = "Sources/Base/JourneyBase/Flow/ErrorCode.swift"
        let step = "    /// Next step: Check the network and try again; the message names the request.\n"
        let sentence = "    /// No complete response arrived in time.\n"
        try ErrorPageTests.inCopy { root in
            let file = root.appendingPathComponent(path)
            let text = try String(contentsOf: file, encoding: .utf8)
            try #require(text.contains(step) && text.contains(sentence))
            for (changed, message) in [
                (text.replacingOccurrences(of: step, with: ""), "NET_TIMEOUT has no next step"),
                (text.replacingOccurrences(of: sentence, with: ""), "NET_TIMEOUT has no sentence"),
                (text + "\nlet other = \"NET_LOST_AGAIN\"\n", "NET_LOST_AGAIN has no sentence"),
            ] {
                try changed.write(to: file, atomically: true, encoding: .utf8)
                let result = try ErrorPageTests.make("--root '\(root.path)' --check")
                #expect(result.status == 1 && result.text.contains(message), "\(result.text)")
            }
            try text.write(to: file, atomically: true, encoding: .utf8)
            let elsewhere = root.appendingPathComponent("Sources/Base/JourneyBase/Flow/Elsewhere.swift")
            try "let other = \"NET_LOST_AGAIN\"\n".write(to: elsewhere, atomically: true, encoding: .utf8)
            let result = try ErrorPageTests.make("--root '\(root.path)' --check")
            #expect(
                result.status == 1 && result.text.contains("NET_LOST_AGAIN is declared in no file"), "\(result.text)")
            try FileManager.default.removeItem(at: elsewhere)
            #expect(try ErrorPageTests.make("--root '\(root.path)' --check").status == 0)
            let page = root.appendingPathComponent(ErrorPageTests.page)
            try "# Errors\n".write(to: page, atomically: true, encoding: .utf8)
            let old = try ErrorPageTests.make("--root '\(root.path)' --check")
            #expect(old.status == 1 && old.text.contains("run make errors"), "\(old.text)")
        }
    }

    private static func make(_ arguments: String) throws -> (status: Int32, text: String) {
        let shell = try Shell("python3 scripts/lib/errors.py " + arguments)
        return (shell.status, shell.problem)
    }

    /// Runs `body` with a copy of the sources and the page, which is removed afterwards.
    private static func inCopy(_ body: (URL) throws -> Void) throws {
        try Shell.inScratch { root in
            let files = FileManager.default
            try files.createDirectory(
                at: root.appendingPathComponent("docs/reference"), withIntermediateDirectories: true)
            for path in ["Sources", page] {
                try files.copyItem(
                    at: Tree.package.root.appendingPathComponent(path), to: root.appendingPathComponent(path))
            }
            try body(root)
        }
    }
}
