import Foundation
import Testing

@Suite("Release scripts in a repository of their own")
struct ReleaseScriptTests {
    /// Creates a repository with these scripts, a package of version 1.2.0 and these tags, all at its first commit.
    private static func with(_ tags: [String], _ body: (String) throws -> Void) throws {
        try Shell.inScratch { folder in
            let version = "Sources/Base/JourneyBase/JourneyKitVersion.swift"
            let made = try Shell(
                """
                set -e
                mkdir -p '\(folder.path)/Sources/Base/JourneyBase' '\(folder.path)/bin'
                cp -R scripts '\(folder.path)/'
                cd '\(folder.path)'
                echo 'let current = "1.2.0"' >\(version)
                printf '.journey\nbin\n' >.gitignore
                git init --quiet && git add --all
                git -c user.name=A -c user.email=a@example.org commit --quiet --message First
                for tag in \(tags.joined(separator: " ")); do git tag $tag; done
                """)
            try #require(made.status == 0, "\(made.problem)")
            try body(folder.path)
        }
    }

    /// Creates a program with this name that precedes others on PATH.
    private static func program(_ name: String, _ text: String, in folder: String) throws {
        let path = "\(folder)/bin/\(name)"
        try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private static func run(_ script: String, in folder: String) throws -> Shell {
        try Shell("cd '\(folder)' && PATH=\"$PWD/bin:$PATH\" scripts/\(script)")
    }

    @Test(
        "a pre-release is marked as one, a patch of an older line is not latest, and the newest is",
        arguments: [
            ("v1.2.0-rc.1", "--prerelease"), ("v2.0.0-alpha", "--prerelease"), ("v1.2.0", "--latest=false"),
            ("v1.10.0", "--latest"), ("v1.9.1", "--latest=false"), ("v1.11.0", "--latest"),
        ])
    func standing(tag: String, told: String) throws {
        try ReleaseScriptTests.with(["v1.2.0", "v1.10.0", "v2.0.0-alpha", "nightly"]) { folder in
            let printed = try ReleaseScriptTests.run("release.sh standing \(tag)", in: folder).output
            #expect(printed == "\(told)\n")
        }
        let flow = try Tree.package.text(".github/workflows/ios-sdk.yml")
        #expect(flow.contains("gh release create \"$GITHUB_REF_NAME\" \"$standing\" "))
    }

    @Test("the first release is the latest")
    func first() throws {
        try ReleaseScriptTests.with([]) { folder in
            let printed = try ReleaseScriptTests.run("release.sh standing v1.2.0", in: folder).output
            #expect(printed == "--latest\n")
        }
    }

    @Test("documents are written for the tag's commit and version only")
    func documents() throws {
        try ReleaseScriptTests.with(["v1.2.0"]) { folder in
            // A fake compiler with another version, for a package without modules.
            try ReleaseScriptTests.program(
                "swift", "case $* in --version) echo 'Swift version 6.9' ;; *) echo '{\"targets\": []}' ;; esac",
                in: folder)
            // A fake of the document generator, which prints its arguments.
            try ReleaseScriptTests.program("python3", "printf '%s\\n' \"$@\"", in: folder)
            let documents = "release.sh sbom v1.2.0 bin"
            let told = try ReleaseScriptTests.run(documents, in: folder)
            #expect(told.status == 0, "\(told.problem)")
            let words = told.output.split(separator: "\n").map(String.init)
            func option(_ name: String) -> String? {
                words.firstIndex(of: "--\(name)").map { words[$0 + 1] }
            }
            #expect(option("version") == "1.2.0")
            for name in ["builder", "run", "repository"] {
                #expect(option(name)?.contains(/^https:\/\/[^ ]+\/[^ ]+$/) == true, "\(name)")
            }
            #expect(try ReleaseScriptTests.run("release.sh sbom v1.2.1 bin", in: folder).status == 2)
            try "let current = \"1.2.1\"\n".write(
                toFile: "\(folder)/Sources/Base/JourneyBase/JourneyKitVersion.swift", atomically: true, encoding: .utf8)
            let changed = try ReleaseScriptTests.run(documents, in: folder)
            #expect(changed.status == 1 && changed.problem.contains("files differ from v1.2.0"), "\(changed.problem)")
            let commit = try Shell(
                "cd '\(folder)' && git -c user.name=A -c user.email=a@example.org commit --quiet --all --message Second"
            )
            #expect(commit.status == 0, "\(commit.problem)")
            let later = try ReleaseScriptTests.run(documents, in: folder)
            #expect(
                later.status == 1 && later.problem.contains("what is checked out is not v1.2.0"), "\(later.problem)")
        }
    }

    @Test("a release is on main or on a line's branch")
    func branch() throws {
        for (branch, fits) in [
            ("", false), ("refs/remotes/origin/feature", false), ("refs/heads/main", false),
            ("refs/remotes/origin/main-2", false), ("refs/remotes/other/main", false),
            ("refs/remotes/origin/main", true), ("refs/remotes/origin/release/1.2", true),
        ] {
            try ReleaseScriptTests.with([]) { folder in
                let made = try Shell(
                    """
                    set -e; cd '\(folder)'
                    git checkout --quiet -b work
                    printf '## [1.2.0] - 2026-12-24\\n\\n- one\\n' >CHANGELOG.md
                    [ -z '\(branch)' ] || git update-ref '\(branch)' HEAD
                    """)
                #expect(made.status == 0, "\(made.problem)")
                let told = try ReleaseScriptTests.run("release.sh check v1.2.0", in: folder)
                #expect(told.status == (fits ? 0 : 1), "\(branch): \(told.problem)")
                #expect(told.problem.contains("neither on main nor on a branch release/") == !fits, "\(told.problem)")
                // The text after it does not belong to it.
                let later = "git -c user.name=A -c user.email=a@example.org commit --quiet --allow-empty --message B"
                #expect(try Shell("cd '\(folder)' && \(later)").status == 0)
                #expect(try ReleaseScriptTests.run("release.sh check v1.2.0", in: folder).status == 1)
            }
        }
    }

    @Test(
        "the archives' signatures are by the requested signer",
        arguments: [
            (
                "Authority=Apple Distribution: A (B)\nAuthority=Apple Root CA", "Apple Distribution: A (B)",
                "out is whole"
            ),
            (
                "Signature=adhoc", "Apple Distribution: A (B)",
                "is signed by nobody, and not by Apple Distribution: A (B)"
            ),
            (
                "Authority=Apple Distribution: C (D)", "Apple Distribution: A (B)",
                "is signed by Apple Distribution: C (D)"
            ),
            ("Authority=X\nAuthority=Apple Distribution: A (B)", "Apple Distribution: A (B)", "is signed by X"),
            ("broken", "Apple Distribution: A (B)", "is not signed as it should be"),
            ("Authority=Apple Distribution: A (B)", "", "who has to have signed is not said"),
        ])
    func signatures(signed: String, asked: String, saying: String) throws {
        try ReleaseScriptTests.with([]) { folder in
            // Fakes of Apple's tools: an archive contains only its signature. Other files are signed as requested.
            for (name, text) in [
                ("uname", "echo Darwin"), ("python3", "exit 0"),
                ("ditto", "m=${3##*/}; mkdir -p \"$4/${m%.zip}\" && cp \"$3\" \"$4/${m%.zip}/signature\""),
                (
                    "codesign",
                    "for f; do :; done; case $1 in --verify) ! grep -q broken \"$f/signature\" ;; *) cat \"$f/signature\" >&2 ;; esac"
                ),
            ] { try ReleaseScriptTests.program(name, text, in: folder) }
            let told = try Shell.functions(
                """
                cd '\(folder)'; mkdir out; export PATH="$PWD/bin:$PATH"
                for m in $FRAMEWORKS; do
                    mkdir out/$m.xcframework
                    printf 'Authority=%s\\n' "$JOURNEY_SIGNING_IDENTITY" | tee out/$m.xcframework/signature >out/$m.xcframework.zip
                done
                printf '%s\\n' "$SIGNED" >out/CashBaba.xcframework.zip
                scripts/release.sh verify v1.2.0 out
                """, ["SIGNED": signed, "JOURNEY_SIGNING_IDENTITY": asked])
            #expect(
                told.status == (saying == "out is whole" ? 0 : 1) && told.problem.contains(saying), "\(told.problem)")
            #expect(asked.isEmpty || told.status == 0 || told.problem.contains("journey: CashBaba.xcframework.zip is"))
        }
    }

    @Test("the iPhone-only interface is compared, and a removed module is a break")
    func phone() throws {
        let tools = try Shell.functions("find_swift; dirname \"$(command -v swift)\"").output
            .trimmingCharacters(in: .newlines)
        try ReleaseScriptTests.with([]) { folder in
            // The package has two one-line modules, which its check compiles unchanged.
            let module = "Sources/Base/JourneyBase/Base.swift"
            let check = """
                #!/bin/sh
                set -e
                cd "$(dirname -- "$0")/.."
                [ "$1" = modules ]
                for system in modules macos; do
                    mkdir -p .journey/apple/$system
                    for name in JourneyBase Other; do
                        made=.journey/apple/$system/$name.swiftmodule
                        [ ! $made -nt Sources/Base/$name/Base.swift ] || continue
                        flag=; [ $system = macos ] || flag=-DPHONE
                        '\(tools)/swiftc' -emit-module -parse-as-library -module-name $name $flag \
                            -o $made Sources/Base/$name/Base.swift
                    done
                done
                """
            try check.write(toFile: "\(folder)/scripts/apple-check.sh", atomically: false, encoding: .utf8)
            try ReleaseScriptTests.program("uname", "echo Linux", in: folder)
            try ReleaseScriptTests.program("dpkg-query", "for p; do echo \"$p installed\"; done", in: folder)
            try ReleaseScriptTests.program("apt-get", "exit 1", in: folder)
            // Built for Linux, there are no differences.
            try ReleaseScriptTests.program(
                "swift", "case $* in --version) echo 'Swift version 6.9' ;; *) echo \"$@\" >bin/told ;; esac",
                in: folder)
            let commit = "git add --all && git -c user.name=A -c user.email=a@example.org commit --quiet --message C"
            func run(_ change: String) throws -> Shell {
                try Shell(
                    "cd '\(folder)' && \(change) && PATH=\"$PWD/bin:\(tools):$PATH\" scripts/api-diff.sh v1.1.0")
            }
            let first = try Shell(
                """
                set -e; cd '\(folder)'; mkdir Sources/Base/Other
                echo "FRAMEWORKS='JourneyBase Other'" >scripts/lib/frameworks.sh
                echo 'public func other() {}' >Sources/Base/Other/Base.swift
                printf 'public func all() {}\\n#if PHONE\\npublic func present(from: Int) {}\\n#endif\\n' >\(module)
                \(commit); git tag v1.1.0
                """)
            try #require(first.status == 0, "\(first.problem)")
            let same = try run("echo 'public func new() {}' >>\(module)")
            #expect(same.status == 0 && same.problem.contains("Nothing that a host could use"), "\(same.problem)")
            let broken = try run("sed -i 's/from: Int/over: Int/' \(module)")
            #expect(broken.status == 1 && broken.problem.contains("the public interface breaks hosts of v1.1.0"))
            #expect(
                broken.problem.contains("iPhone: JourneyBase: Func present(from:) has been renamed"),
                "\(broken.problem)")
            #expect(!broken.problem.contains("Mac:"))
            let gone = try run(
                "sed -i 's/over: Int/from: Int/' \(module) && echo \"FRAMEWORKS='JourneyBase'\" >scripts/lib/frameworks.sh"
            )
            #expect(gone.status == 1 && gone.problem.contains("The module Other is gone."), "\(gone.problem)")
            #expect(!gone.problem.contains("iPhone:"))
            let told = try String(contentsOfFile: "\(folder)/bin/told", encoding: .utf8)
            #expect(told == "package diagnose-api-breaking-changes v1.1.0 --products JourneyBase\n")
            let major = try run("sed -i 's/1.2.0/2.0.0/' Sources/Base/JourneyBase/JourneyKitVersion.swift")
            #expect(
                major.status == 0 && major.problem.contains("as a new major version may (2.0.0)"), "\(major.problem)")
        }
    }

    @Test("the interface for apps is compared, and the one for their tests is not")
    func interface() throws {
        try ReleaseScriptTests.with(["v1.1.0"]) { folder in
            try ReleaseScriptTests.program(
                "swift",
                "case $* in --version) echo 'Swift version 6.9' ;; *) echo \"$JOURNEY_INTERFACE $@\" >>bin/told ;; esac",
                in: folder)
            try ReleaseScriptTests.program("uname", "echo Darwin", in: folder)
            try ReleaseScriptTests.program(
                "xcrun", "[ \"$*\" = '--sdk iphonesimulator --show-sdk-path' ] && echo /phone", in: folder)
            let told = try ReleaseScriptTests.run("api-diff.sh v1.1.0", in: folder)
            #expect(told.status == 0, "\(told.problem)")
            let runs = try String(contentsOfFile: "\(folder)/bin/told", encoding: .utf8).split(separator: "\n")
            // A Mac compares its own interface and the iPhone's.
            try #require(runs.count == 2)
            let words = runs[0].split(separator: " ")
            let phone = runs[1].replacingOccurrences(
                of: " --triple arm64-apple-ios18.0-simulator --sdk /phone", with: "")
            #expect(phone == runs[0] && runs[1] != runs[0])
            let compared = Set(words.drop { $0 != "--products" }.dropFirst().map(String.init))
            let published = try Shell.functions("printf '%s\\n' $FRAMEWORKS").output.split(separator: "\n").map(
                String.init)
            #expect(words.first == "1" && published.count >= 14 && compared == Set(published))
            let described = try Shell.functions(
                "unset JOURNEY_ONLY; find_swift; swift package --scratch-path '\(folder)/described' dump-package",
                ["JOURNEY_INTERFACE": "1", "JOURNEY_PLATFORM": "Apple"])
            let json = try JSONSerialization.jsonObject(with: Data(described.output.utf8)) as? [String: Any]
            let products = (json?["products"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            let named = try Shell.functions("printf '%s\\n' $PRODUCTS $LIBRARIES").output.split(separator: "\n").map(
                String.init)
            let testing = products.filter { $0.hasSuffix("Testing") }
            #expect(named.count == 6 && testing.count == 6 && Set(named) == Set(products.prefix(6)))
            #expect(products.count == compared.count + 6 && Set(products) == compared.union(testing))
        }
    }

    @Test(
        "missing system packages are reported once there is a release to compare with",
        .enabled("Debian's packages") { FileManager.default.fileExists(atPath: "/usr/bin/dpkg-query") })
    func setUp() throws {
        try ReleaseScriptTests.with([]) { folder in
            // Nothing is installed, and installation is not permitted.
            try ReleaseScriptTests.program("dpkg-query", "exit 1", in: folder)
            try ReleaseScriptTests.program("id", "echo 1000", in: folder)
            try ReleaseScriptTests.program("sudo", "exit 1", in: folder)
            try ReleaseScriptTests.program("swift", "echo 'Swift version 6.9'", in: folder)
            let none = try ReleaseScriptTests.run("api-diff.sh", in: folder)
            #expect(none.status == 0 && none.problem.contains("There is no release yet"), "\(none.problem)")
            #expect(try Shell("cd '\(folder)' && git tag v1.1.0").status == 0)
            let told = try ReleaseScriptTests.run("api-diff.sh v1.1.0", in: folder)
            #expect(told.status == 1 && told.problem.contains("packages are missing"), "\(told.problem)")
        }
    }

    @Test(
        "a Mac archive with foreign code, without symbols or without an interface is refused",
        arguments: [
            ("", "JourneyBase", "JourneyBase.xcframework.zip 0123"),
            ("", "JourneyBase JourneyCrypto", "brings the code of: JourneyBase JourneyCrypto"),
            ("", "JourneyCrypto", "brings the code of: JourneyCrypto"),
            ("", "", "brings the code of:"),
            ("framework", "JourneyBase", "made no framework of JourneyBase for iOS"),
            ("interface", "JourneyBase", "emitted no interface of JourneyBase for iOS"),
            ("symbols", "JourneyBase", "made no symbols of JourneyBase"),
        ])
    func archives(lacking: String, brought: String, told: String) throws {
        try ReleaseScriptTests.with([]) { folder in
            // A fake of Xcode that makes an archive with missing parts.
            let xcode =
                "[ \"$1\" = -version ] && { echo 'Xcode 26.0'; exit; }\n" + """
                    set -e
                    echo "$@" >>"\(folder)/bin/told"
                    [ "$1" = archive ] || exit 0
                    while [ $# -gt 0 ]; do
                        case $1 in -scheme) name=$2 ;; -archivePath) made=$2 ;; -derivedDataPath) derived=$2 ;; esac
                        shift
                    done
                    [ '\(lacking)' = framework ] || mkdir -p "$made.xcarchive/Products/usr/local/lib/$name.framework"
                    [ '\(lacking)' = symbols ] || mkdir -p "$made.xcarchive/dSYMs/$name.framework.dSYM"
                    products="$derived/Build/Intermediates.noindex/ArchiveIntermediates/$name/BuildProductsPath"
                    mkdir -p "$products"
                    [ '\(lacking)' = interface ] || mkdir "$products/$name.swiftmodule"
                    """
            let types = "for m in \(brought); do echo \"nominal type descriptor for $m.A\"; done"
            for (name, text) in [
                ("uname", "echo Darwin"), ("xcodebuild", xcode), ("nm", "echo '0 S _$s1AMn'"), ("ditto", "exit 0"),
                ("swift", "case $1 in demangle) cat >/dev/null; \(types) ;; *) echo 0123 ;; esac"),
            ] { try ReleaseScriptTests.program(name, text, in: folder) }
            let made = try Shell(
                """
                cd '\(folder)' && mkdir -p xcode/usr && ln -s ../../bin xcode/usr/bin && : >Package.swift
                export DEVELOPER_DIR="$PWD/xcode" PATH="$PWD/bin:$PATH"
                scripts/build_xcframework.sh 2>&1
                """)
            // The small repository has one of the modules.
            #expect(made.status != 0 && made.output.contains(told), "\(made.output)")
            #expect(made.output.contains("xcframework.zip 0123") == (told == "JourneyBase.xcframework.zip 0123"))
            let calls = try String(contentsOfFile: "\(folder)/bin/told", encoding: .utf8)
            // All modules are compiled as one package, with the package's own flags.
            #expect(calls.contains("BUILD_LIBRARY_FOR_DISTRIBUTION=YES SWIFT_PACKAGE_NAME=journeykit"))
            #expect(!calls.contains("OTHER_SWIFT_FLAGS") && !calls.contains("no-verify"))
            let published = calls.split(separator: "\n").filter { $0.hasPrefix("-create-xcframework") }
            #expect(published.count == (told.hasSuffix("0123") ? 1 : 0))
            #expect(published.allSatisfy { $0.components(separatedBy: " -debug-symbols ").count == 3 })
        }
    }
}
