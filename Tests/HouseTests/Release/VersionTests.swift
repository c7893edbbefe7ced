import Foundation
import Testing

@Suite("Release versions")
struct VersionTests {
    @Test(
        "a release tag is a full Semantic Version",
        arguments: [
            ("1.0.0", true), ("10.20.30-rc.1", true), ("1.0.0-a-b", true), ("1.0", false), ("01.0.0", false),
            ("1.0.0-", false), ("1.0.0-01", false), ("1.0.0+build", false), ("v1.0.0", false), ("1.0.0 ", false),
            ("", false), ("1.0.0\n2.0.0", false),
        ])
    func shape(version: String, isOne: Bool) throws {
        #expect(try Shell.functions("is_version \"$V\"", ["V": version]).status == (isOne ? 0 : 1))
    }

    @Test("versions are ordered by number, with a pre-release before its release")
    func order() throws {
        // Section 11's own example, with neighbours.
        let versions = [
            "0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
            "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.9.0", "1.10.0", "2.0.0",
        ]
        let script = "for a in $ALL; do if precedes $a \"$ONE\"; then printf 1; else printf 0; fi; done"
        for place in [0, 2, 6, 8, 10] {
            let told = try Shell.functions(script, ["ALL": versions.joined(separator: " "), "ONE": versions[place]])
            #expect(told.output == versions.indices.map { $0 < place ? "1" : "0" }.joined(), "\(versions[place])")
        }
    }

    @Test("the release to compare with is the newest earlier one, whatever other tags exist")
    func before() throws {
        let tags = "nightly\nv1.10.0\nv1.9.0\nv2.0.0\nv1.10.1-rc.1\nv1\nvx.y.z\n"
        func before(_ version: String) throws -> String {
            try Shell.functions("printf '\(tags)' | release_before \(version)").output
        }
        #expect(try before("1.10.1") == "v1.10.1-rc.1\n")
        #expect(try before("1.10.1-rc.1") == "v1.10.0\n")
        #expect(try before("1.10.0") == "v1.9.0\n")
        #expect(try before("1.9.0") == "" && before("0.1.0") == "")
        #expect(try Shell.functions("printf '\(tags)' | newest_release").output == "v2.0.0\n")
    }

    @Test("only a major version may break the public interface")
    func breaks() throws {
        for (before, now, may) in [
            ("1.9.9", "2.0.0", true), ("9.0.0", "10.0.0-rc.1", true), ("1.0.0", "1.1.0", false),
            ("1.0.0", "1.0.1", false), ("2.0.0", "1.0.0", false), ("2.0.0", "2.0.0", false),
        ] { #expect(try Shell.functions("may_break \(before) \(now)").status == (may ? 0 : 1), "\(before) \(now)") }
    }

    @Test("a tag that is not a release, or has another version than the package, is refused before a build")
    func check() throws {
        for tag in ["1.0.0", "v1", "vnext", "v01.0.0"] {
            #expect(try Shell("scripts/release.sh check \(tag)").status == 2, "\(tag)")
        }
        let other = try Shell("scripts/release.sh check v999.0.0")
        #expect(other.status == 1 && other.problem.contains("the tag says 999.0.0, and JourneyKitVersion.swift says"))
        #expect(try Shell("scripts/release.sh publish v1.0.0").status == 2)
        #expect(try Shell("scripts/release.sh sbom v1.0.0 /nowhere/at/all").status == 2)
    }

    @Test("release notes are the release's section of the changelog")
    func notes() throws {
        let list = try Tree.package.text("CHANGELOG.md")
        #expect(list.contains("\n## [Unreleased]\n"))
        // Each release with its day, as Keep a Changelog has it.
        for heading in list.split(separator: "\n").filter({ $0.hasPrefix("## [") }).dropFirst() {
            #expect(heading.wholeMatch(of: /## \[\d+\.\d+\.\d+[^\]]*\] - \d{4}-\d{2}-\d{2}/) != nil, "\(heading)")
        }
        #expect(try Shell("scripts/release.sh notes v999.0.0").output == "")
        // The function itself, on a sample changelog.
        let script = try Tree.package.text("scripts/release.sh")
        let notes = try #require(script.firstMatch(of: /(?s)notes\(\) \{.*?\n\}/)).output
        try Shell.inScratch { folder in
            try "# C\n\n## [1.1.0] - 2026-12-24\n\n- new\n\n## [1.0.0] - 2026-11-28\n\n- old\n".write(
                to: folder.appendingPathComponent("CHANGELOG.md"), atomically: true, encoding: .utf8)
            #expect(try Shell("ROOT='\(folder.path)'; version=1.1.0; \(notes)\nnotes").output == "- new\n\n")
            #expect(try Shell("ROOT='\(folder.path)'; version=1.1; \(notes)\nnotes").output == "")
        }
    }
}
