import Testing

/// Tests of the checkers themselves: each must reject a bad input.
@Suite("The architecture checks can fail")
struct CheckerTests {
    private func room(_ folder: String, _ name: String, _ imports: [String] = []) -> Plan.Room {
        Plan.Room(folder: folder, name: name, imports: imports)
    }

    private var plan: Plan {
        Plan(rooms: [
            room("Ground", "CWebKitGTK"), room("Base", "JourneyBase"),
            room("Device", "JourneyWeb", ["JourneyBase", "CWebKitGTK"]), room("Systems", "Card", ["JourneyBase"]),
        ])
    }

    private func complaints(_ text: String, path: String = "Systems/Card/Card.swift") -> [String] {
        SourceFile(path: path, text: text).complaints(plan: plan)
    }

    @Test("a table is read cell by cell")
    func table() {
        let text = """
            # Architecture
            | a | b |
            |---|---|
            | c | d |

            | folder | module | what it holds | imports |
            |---|---|---|---|
            | Ground | `CLib` | a `C` library | – |
            | Base | `Core` | values, text | CLib, `Other` |
            after
            | Base | `Late` | no row of the table | – |
            """
        let plan = Plan(architecture: text)
        #expect(plan.rooms == [room("Ground", "CLib"), room("Base", "Core", ["CLib", "Other"])])
        #expect(Plan(architecture: "no table").rooms.isEmpty)
    }

    @Test("an invalid plan is reported")
    func plans() {
        #expect(plan.complaints == [])
        let bad: [(Plan.Room, String)] = [
            (room("Attic", "A"), "A: there is no folder Attic"),
            (room("Base", "JourneyBase"), "JourneyBase: listed twice"),
            (room("Base", "A", ["Nobody"]), "A: imports Nobody, which is not in the table"),
            (room("Base", "A", ["Card"]), "A: imports Card from a folder below its own"),
            (room("Systems", "A", ["Card"]), "A: a system must not import the system Card"),
            (room("Base", "A", ["A"]), "A: imports itself in a circle"),
        ]
        for (room, complaint) in bad { #expect(Plan(rooms: plan.rooms + [room]).complaints == [complaint]) }
        let circle = Plan(rooms: [room("Base", "A", ["B"]), room("Base", "B", ["C"]), room("Base", "C", ["A"])])
        #expect(circle.complaints.count == 3)
    }

    @Test("a package that differs from the plan is reported")
    func package() {
        let good = """
            let targets = [
                .target(name: "JourneyBase", path: "x"),
                ground("CWebKitGTK", pkgConfig: "y", debian: "z"),
                module(
                    "JourneyWeb", in: "Device", uses: ["JourneyBase"], ground: ["CWebKitGTK"],
                    adapters: ["Linux"]),
                // module("Old", in: "Base"),
                module("Card", in: "Systems", uses: ["JourneyBase"]),
            ]
            """
        #expect(PackageText(good).complaints(plan: plan) == [])
        let more = good.replacing(
            "\"Card\", in: \"Systems\", uses: [", with: "\"Card\", in: \"Systems\", uses: [\"JourneyWeb\", ")
        #expect(
            PackageText(more).complaints(plan: plan) == [
                "Card: depends on JourneyWeb in Package.swift, not in the table"
            ])
        let less = good.replacing("uses: [\"JourneyBase\"], ground", with: "ground")
        #expect(
            PackageText(less).complaints(plan: plan) == [
                "JourneyWeb: imports JourneyBase in the table, not in Package.swift"
            ])
        let gone = good.replacing("module(\"Card\"", with: "module(\"Cards\"")
        #expect(
            PackageText(gone).complaints(plan: plan) == [
                "Card: in the table, not in Package.swift", "Cards: in Package.swift, not in the table",
            ])
    }

    @Test(
        "a file that breaks a rule is reported",
        arguments: [
            ("import JourneyWeb", "imports JourneyWeb"), ("public import JourneyWeb", "imports JourneyWeb"),
            ("@testable import JourneyWeb", "imports JourneyWeb"),
            ("import struct JourneyWeb.Page", "imports JourneyWeb"),
            ("import FoundationNetworking", "imports FoundationNetworking"), ("import UIKit", "imports UIKit"),
            ("import CWebKitGTK", "only JourneyWeb knows a web engine"), ("#if canImport(UIKit)", "asks for UIKit"),
            ("#if canImport( WebKit )", "asks for WebKit"), ("#if os(Linux)", "asks for the system"),
            ("#if DEBUG && os(iOS)", "asks for the system"), ("    print(1)", "prints"), ("  debugPrint(a)", "prints"),
            ("{ dump(a) }", "prints"), ("let a = try! b()", "try!"), ("let a = b as! C", "as!"),
            ("fatalError()", "fatalError"), ("isolated deinit {}", "oldest systems"),
            ("let a: InlineArray<4, Int>", "oldest systems"),
            ("struct A: @unchecked Sendable {}", "without saying why"),
            ("\n\nnonisolated(unsafe) let a = 1", "without saying why"),
            ("// why\nlet x = 1\nnonisolated(unsafe) let a = 1", "without saying why"),
            ("// why\nnonisolated(unsafe) let a = 1", "alone"),
            (String(repeating: "\n", count: 401), "more than 400 lines"),
        ])
    func badFiles(text: String, complaint: String) {
        #expect(complaints(text).contains { $0.contains(complaint) }, "\(complaints(text))")
    }

    @Test(
        "a file that only resembles a violation is not reported",
        arguments: [
            "import Foundation\npublic import JourneyBase",
            "// import JourneyWeb\n/* print(1) /* try! */ fatalError() */",
            "let a = \"print(1) try! // nonisolated(unsafe)\"", "let a = #\"a \" print(1) \"#", "terminal.print(1)",
            "func print(_ value: Int) {}", "let a = \"\"\"\n  print(1) \" fatalError()\n  \"\"\"",
            "#if canImport(Glibc)",
            "struct A: @unchecked Sendable {}  // never changed", "// never changed\nstruct A: @unchecked Sendable {}",
            "// never changed\nstruct A: @unchecked Sendable {}\nstruct B: @unchecked Sendable {}",
            "let a = \"\\\"\"\nreprint(1)",
            "let fatalErrors = 1", String(repeating: "\n", count: 300),
        ])
    func goodFiles(text: String) { #expect(complaints(text) == []) }

    @Test("two types alone step around the isolation of stored values")
    func isolation() {
        let text = "// why\nnonisolated(unsafe) let a = 1"
        #expect(complaints(text, path: "Base/JourneyBase/Flow/ThreadSafe.swift") == [])
        #expect(complaints(text, path: "Base/JourneyBase/Flow/NotThreadSafe.swift") != [])
    }

    @Test("C libraries stay in Linux folders, and the web engine in its module")
    func grounds() {
        #expect(complaints("import CWebKitGTK", path: "Device/JourneyWeb/Linux/View.swift") == [])
        #expect(
            complaints("import CWebKitGTK", path: "Device/JourneyWeb/View.swift") == [
                "Device/JourneyWeb/View.swift: imports the C library CWebKitGTK outside Linux/"
            ])
        #expect(complaints("#if canImport(UIKit)", path: "Device/JourneyWeb/Apple/View.swift") == [])
        #expect(complaints("import UIKit", path: "Device/JourneyWeb/Apple/View.swift") == [])
        #expect(complaints("isolated deinit {}", path: "Device/JourneyWeb/Linux/View.swift") == [])
        #expect(complaints("import ARKit", path: "Device/JourneyWeb/Apple/View.swift") != [])
        #expect(complaints("print(1)", path: "Tools/journey/main.swift") == [])
    }
}
