import Foundation
import Testing

@Suite("Finding Xcode")
struct XcodeTests {
    /// Creates a folder with Xcode installations by these names, each with a version; `nil` for one that does not start.
    private static func with(
        _ xcodes: [String: String?],
        _ body: (_ folder: URL, _ find: (String, [String: String]) throws -> Shell) throws -> Void
    ) throws {
        try Shell.inScratch { folder in
            for (name, version) in xcodes {
                let bin = folder.appendingPathComponent("\(name)/Contents/Developer/usr/bin")
                try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
                let file = bin.appendingPathComponent("xcodebuild")
                let text =
                    version.map { "#!/bin/sh\necho 'Xcode \($0)'; echo 'Build version 1'\n" } ?? "#!/bin/sh\nexit 1\n"
                try text.write(to: file, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            }
            try body(folder) { places, variables in
                try Shell.functions(
                    "find_xcode \(places)\nprintf %s \"$DEVELOPER_DIR\"",
                    ["DEVELOPER_DIR": "", "F": folder.path].merging(variables) { $1 })
            }
        }
    }

    @Test("the newest Xcode is chosen by number, whatever its place and name")
    func newest() throws {
        try XcodeTests.with([
            "Xcode.app": "26.1", "Xcode 26.10 b.app": "26.10", "Xcode-old.app": "16.4", "Xcode-bad.app": nil,
        ]) {
            folder, find in
            let found = try find("/nowhere \"$F\"", [:])
            #expect(found.status == 0)
            #expect(found.output == folder.path + "/Xcode 26.10 b.app/Contents/Developer")
        }
    }

    @Test("a named Xcode is preferred unless it is missing or too old")
    func named() throws {
        try XcodeTests.with(["Xcode.app": "26.4", "Xcode-26.app": "26.0", "Xcode-16.app": "16.4"]) { folder, find in
            func developer(_ name: String) -> String { "\(folder.path)/\(name)/Contents/Developer" }
            let newest = developer("Xcode.app")
            for (named, expected) in [
                (developer("Xcode-26.app"), developer("Xcode-26.app")), (developer("Xcode-16.app"), newest),
                ("/Library/Developer/CommandLineTools", newest),
            ] {
                let found = try find("\"$F\"", ["DEVELOPER_DIR": named]).output
                #expect(found == expected)
            }
        }
    }

    @Test("a missing Xcode and one that is too old have different messages")
    func none() throws {
        try XcodeTests.with(["Xcode.app": "16.4"]) { _, find in
            let old = try find("\"$F\"", [:]).problem
            #expect(
                old
                    == "journey: Xcode 26.0 or newer is needed, and this machine has 16.4.\n")
            let none = try find("/nowhere", [:])
            #expect(none.status == 1 && none.problem.hasPrefix("journey: there is no Xcode on this machine;"))
        }
        #expect(
            try Tree.package.text("scripts/build_xcframework.sh").contains(
                "find_xcode /Applications \"$HOME/Applications\""))
    }
}
