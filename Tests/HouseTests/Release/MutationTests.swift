import Foundation
import Testing

/// A package of one module, with rules that its tests know in part.
private enum MutationFixture {
    static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "Fixture",
            targets: [
                .target(name: "Fares", path: "Sources/Base/Fares"),
                .testTarget(name: "FaresTests", dependencies: ["Fares"], path: "Tests/FaresTests"),
            ])
        """

    static let source = """
        // A comment == with < operators && words.
        public struct FareError: Error { public enum Code { case early, late }; public let code: Code
            init(_ code: Code) { self.code = code } }
        public func fare(age: Int, isOnLeave: Bool) throws -> String {
            let text = "a == \\(age < 5 ? "b" : "c")"
            guard age >= 18, !text.isEmpty else { throw FareError(.early) }
            let isFree = age >= 65 || isOnLeave
            if age > 150 { throw FareError(.late) }
            return isFree ? "free" : "paid"
        }
        extension Array where Element == UInt8 {
            public var pairs: Int { count / 2 }
        }
        public func spin(_ count: Int) -> Int {
            var left = count
            var sum = 0
            while left != 0 {
                sum += 2
                left -= 1
            }
            return sum
        }
        func unused(_ a: Int, _ b: Int) -> Bool { a == b }
        func joined(_ a: String, _ b: Int) -> String { text(a, b) + "!" }
        func text(_ a: String, _ b: Int) -> String { a }
        """

    static let tests = """
        @testable import Fares
        import Testing
        @Suite struct AgeTests {
            @Test func bounds() throws {
                #expect(throws: FareError.self) { try fare(age: 17, isOnLeave: false) }
                #expect(try fare(age: 18, isOnLeave: false) == "paid")
                #expect(try fare(age: 66, isOnLeave: false) == "free")
                #expect(try fare(age: 40, isOnLeave: true) == "free")
            }
        }
        @Suite struct SpinTests { @Test func twice() { #expect(spin(3) == 6 && [UInt8](repeating: 1, count: 5).pairs == 2) } }
        """

    static func write(to folder: URL) throws {
        for (path, text) in [
            ("Package.swift", manifest), ("Sources/Base/Fares/Fares.swift", source),
            ("Tests/FaresTests/FaresTests.swift", tests),
        ] {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    static func list(_ entries: [(before: String, after: String, line: String)], in folder: URL) throws {
        let folder = folder.appendingPathComponent("Tests/Mutation")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let json = entries.map {
            [
                "file": "Sources/Base/Fares/Fares.swift", "line": $0.line, "before": $0.before, "after": $0.after,
                "reason": "a test",
            ]
        }
        try JSONEncoder().encode(json).write(to: folder.appendingPathComponent("equivalent.json"))
    }
}

@Suite("Mutants of a source")
struct MutationTests {
    @Test("each operator finds its places, and none in comments, texts and requirements of types")
    func list() throws {
        try Shell.inScratch { folder in
            try MutationFixture.write(to: folder)
            let shell = try Shell("python3 scripts/lib/mutate.py --root '\(folder.path)' --list Fares")
            #expect(shell.status == 0, "\(shell.problem)")
            let found = shell.output.split(separator: "\n").map {
                $0.replacing("Sources/Base/Fares/Fares.swift:", with: "")
            }
            #expect(
                found == [
                    "6: guard: age >= 18 -> true", "6: guard: !text.isEmpty -> true", "6: comparison: >= -> >",
                    "6: number: 18 -> 19", "6: error code: .early -> .late", "7: comparison: >= -> >",
                    "7: number: 65 -> 66", "7: connective: || -> &&", "8: early exit: if … { throw -> if false {",
                    "8: comparison: > -> >=",
                    "8: number: 150 -> 151", "8: error code: .late -> .early", "12: number: 2 -> 3",
                    "16: number: 0 -> 1", "17: comparison: != -> ==", "17: number: 0 -> 1",
                    "18: statement: sum += 2 -> ", "18: sum: += -> -=", "18: number: 2 -> 3",
                    "19: statement: left -= 1 -> ", "19: sum: -= -> +=", "19: number: 1 -> 2",
                    "23: comparison: == -> !=", "24: arguments: a, b -> b, a",
                ])
        }
    }

    @Test("each mutant that is listed with a reason exists")
    func listed() throws {
        let shell = try Shell("python3 scripts/lib/mutate.py --check-list")
        #expect(shell.status == 0 && shell.output.isEmpty, "\(shell.output)\(shell.problem)")
        try Shell.inScratch { folder in
            try MutationFixture.write(to: folder)
            for (line, status) in [
                ("public var pairs: Int { count / 2 }", 0), ("public var pairs: Int { count / 4 }", 1),
            ] {
                try MutationFixture.list([("2", "3", line)], in: folder)
                let shell = try Shell("python3 scripts/lib/mutate.py --check-list --root '\(folder.path)'")
                #expect(shell.status == Int32(status), "\(shell.output)\(shell.problem)")
            }
        }
    }

    @Test("a module that doesn't exist is an error")
    func unknown() throws {
        let shell = try Shell("python3 scripts/lib/mutate.py --list NoSuchModule")
        #expect(shell.status == 2 && shell.problem.contains("there is no module NoSuchModule in Sources"))
    }
}

/// Builds a package, so `make campaign` runs it.
@Suite("Mutants of a package", .enabled(if: ProcessInfo.processInfo.environment["JOURNEY_CAMPAIGN"] == "1"))
struct MutationRunTests {
    private struct Entry: Decodable {
        let line: Int
        let before: String
        let after: String
    }

    private struct Report: Decodable {
        let killed: [Entry]
        let survived: [Entry]
        let explained: [Entry]
        let timedOut: [Entry]
        let notCompiled: [Entry]
        let problems: [String]

        enum CodingKeys: String, CodingKey {
            case killed, survived, explained, problems
            case timedOut = "timed out"
            case notCompiled = "not compiled"
        }
    }

    private static func run(_ folder: URL, _ arguments: String = "") throws -> (
        status: Int32, report: Report, log: String
    ) {
        let shell = try Shell(
            "PATH=$PATH:/opt/swift/usr/bin python3 scripts/lib/mutate.py --root '\(folder.path)' --json \(arguments) Fares"
        )
        let reports = try JSONDecoder().decode([String: Report].self, from: Data(shell.output.utf8))
        return (shell.status, try #require(reports["Fares"]), shell.problem)
    }

    @Test("a run tells what is noticed from what is not, and goes on where it was interrupted")
    func run() throws {
        try Shell.inScratch { folder in
            try MutationFixture.write(to: folder)
            let first = try Self.run(folder)
            #expect(first.status == 1)
            let survived = first.report.survived.map { "\($0.line): \($0.before) -> \($0.after)" }
            #expect(
                survived == [
                    "6: !text.isEmpty -> true", "6: .early -> .late", "7: >= -> >", "7: 65 -> 66",
                    "8: if … { throw -> if false {", "8: > -> >=", "8: 150 -> 151", "8: .late -> .early",
                    "23: == -> !=",
                ], "\(first.log)")
            #expect(first.report.notCompiled.map(\.line) == [24])
            #expect(first.report.timedOut.map(\.line) == [19, 19, 19])
            #expect(first.report.killed.count == 11)
            let again = try Self.run(folder)
            #expect(again.report.survived.count == 9 && !again.log.contains("recording"))

            // One that survives is explained; one that a test kills and one that doesn't exist are errors.
            try MutationFixture.list(
                [
                    ("==", "!=", "func unused(_ a: Int, _ b: Int) -> Bool { a == b }"),
                    ("2", "3", "public var pairs: Int { count / 2 }"), ("3", "4", "let a = 3"),
                ], in: folder)
            let listed = try Self.run(folder)
            #expect(listed.report.explained.map(\.line) == [23] && listed.report.survived.count == 8)
            #expect(listed.report.problems.count == 2 && listed.status == 1)
        }
    }
}
