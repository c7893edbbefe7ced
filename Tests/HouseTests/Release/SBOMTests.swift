import Foundation
import Testing

@Suite("The SBOM and provenance of a release")
struct SBOMTests {
    private static let names = ["Alpha", "Beta"]

    /// Creates two small frameworks with checksums, a package in which Beta depends on Alpha, and their documents.
    private static func release(_ body: (URL, (String) throws -> Shell) throws -> Void) throws {
        try Shell.inScratch { folder in
            let package: [String: Any] = [
                "dependencies": [],
                "toolsVersion": ["_version": "6.2.0"],
                "platforms": [
                    ["platformName": "macos", "version": "15.0"], ["platformName": "ios", "version": "18.0"],
                ],
                "products": [
                    ["name": "Beta", "targets": ["Beta"]], ["name": "Tests", "targets": ["Alpha", "Gamma"]],
                ],
                "targets": [
                    ["name": "Alpha", "dependencies": []],
                    ["name": "Beta", "dependencies": [["byName": ["Alpha", nil]]]],
                ] as [[String: Any?]],
            ]
            try JSONSerialization.data(withJSONObject: package).write(to: folder.appendingPathComponent("package.json"))
            let privacy = folder.appendingPathComponent("Sources/Systems/Beta/Resources")
            try FileManager.default.createDirectory(at: privacy, withIntermediateDirectories: true)
            try "<plist/>".write(
                to: privacy.appendingPathComponent("PrivacyInfo.xcprivacy"), atomically: true, encoding: .utf8)
            for name in names { #expect(try archive(name, in: folder).status == 0) }
            let run: (String) throws -> Shell = { step in
                let options =
                    "--version 1.2.3 --package '\(folder.path)/package.json' --commit abc --time 2026-01-02T03:04:05Z"
                    + " --repository https://forge.example/kit --builder https://forge.example/actions/runner/hosted"
                    + " --run https://forge.example/kit/actions/runs/7/attempts/1 --sources '\(folder.path)/Sources'"
                return try Shell(
                    "python3 scripts/release/sbom.py \(options) \(step) '\(folder.path)' \(names.joined(separator: " "))"
                )
            }
            let written = try run("write")
            #expect(written.status == 0, "\(written.problem)")
            try body(folder, run)
        }
    }

    /// Creates the archive of one framework with `text` in it, and its checksum.
    @discardableResult private static func archive(_ name: String, in folder: URL, _ text: String = "x") throws -> Shell
    {
        try Shell(
            """
            set -e; cd '\(folder.path)'
            python3 - <<'END'
            import zipfile
            with zipfile.ZipFile("\(name).xcframework.zip", "w") as out:
                out.writestr("\(name).xcframework/Info.plist", "\(name) \(text)")
                if "\(name)" == "Beta" and "\(text)" != "bare":
                    out.writestr("Beta.xcframework/ios-arm64/Beta.framework/PrivacyInfo.xcprivacy", "<plist/>")
            END
            sha256sum \(name).xcframework.zip | cut -d' ' -f1 >\(name).xcframework.zip.checksum
            """)
    }

    private static func json(_ name: String, in folder: URL) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("the SBOM has CycloneDX 1.6's required members, and each framework's digest and dependencies")
    func sbom() throws {
        try SBOMTests.release { folder, _ in
            let bill = try SBOMTests.json("journeykit.cdx.json", in: folder)
            // The schema's required members, and the patterns of those that have one.
            #expect(bill["bomFormat"] as? String == "CycloneDX" && bill["specVersion"] as? String == "1.6")
            #expect(bill["version"] as? Int == 1)
            let serial = try #require(bill["serialNumber"] as? String)
            #expect(
                serial.wholeMatch(of: /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) != nil)
            let metadata = try #require(bill["metadata"] as? [String: Any])
            #expect(metadata["timestamp"] as? String == "2026-01-02T03:04:05Z")
            let whole = try #require(metadata["component"] as? [String: Any])
            #expect(whole["type"] as? String == "library" && whole["name"] as? String == "JourneyKit")
            #expect(whole["version"] as? String == "1.2.3")
            let parts = try #require(bill["components"] as? [[String: Any]])
            #expect(parts.compactMap { $0["name"] as? String } == SBOMTests.names)
            var references: Set<String> = [try #require(whole["bom-ref"] as? String)]
            for part in parts {
                #expect(part["type"] as? String == "library")
                #expect(references.insert(try #require(part["bom-ref"] as? String)).inserted)
                let hash = try #require((part["hashes"] as? [[String: String]])?.first)
                #expect(hash["alg"] == "SHA-256")
                let name = try #require(part["name"] as? String)
                let checksum = try String(
                    contentsOf: folder.appendingPathComponent("\(name).xcframework.zip.checksum"), encoding: .utf8)
                #expect(hash["content"] == checksum.trimmingCharacters(in: .newlines))
            }
            let dependencies = try #require(bill["dependencies"] as? [[String: Any]])
            #expect(Set(dependencies.compactMap { $0["ref"] as? String }) == references)
            let beta = dependencies.first { ($0["ref"] as? String)?.contains("Beta") == true }
            #expect(beta?["dependsOn"] as? [String] == ["JourneyKit/Alpha@1.2.3"])
            #expect(dependencies.flatMap { $0["dependsOn"] as? [String] ?? [] }.allSatisfy(references.contains))
        }
    }

    @Test("the provenance names each archive's commit, workflow and run")
    func provenance() throws {
        try SBOMTests.release { folder, _ in
            let statement = try SBOMTests.json("journeykit.intoto.json", in: folder)
            #expect(statement["_type"] as? String == "https://in-toto.io/Statement/v1")
            #expect(statement["predicateType"] as? String == "https://slsa.dev/provenance/v1")
            let subjects = try #require(statement["subject"] as? [[String: Any]])
            #expect(
                subjects.compactMap { $0["name"] as? String }
                    == SBOMTests.names.map { "\($0).xcframework.zip" } + ["Package.swift"])
            let predicate = try #require(statement["predicate"] as? [String: Any])
            let definition = try #require(predicate["buildDefinition"] as? [String: Any])
            #expect((definition["buildType"] as? String)?.hasSuffix(".github/workflows/ios-sdk.yml") == true)
            let source = try #require((definition["resolvedDependencies"] as? [[String: Any]])?.first)
            #expect(source["uri"] as? String == "git+https://forge.example/kit@refs/tags/v1.2.3")
            #expect(source["digest"] as? [String: String] == ["gitCommit": "abc"])
            let details = try #require(predicate["runDetails"] as? [String: [String: String]])
            #expect(details["builder"]?["id"] == "https://forge.example/actions/runner/hosted")
            #expect(
                details["metadata"]?["invocationId"] == "https://forge.example/kit/actions/runs/7/attempts/1")
        }
    }

    @Test("builder and run are given as addresses or omitted")
    func addresses() throws {
        try SBOMTests.release { folder, run in
            for wrong in [
                "--builder github-hosted", "--builder 'https://forge.example/a person'", "--builder https://",
                "--run 7", "--run ''", "--run http://forge.example/runs/7", "--repository kit",
            ] {
                // The last of two options counts.
                let told = try run("write \(wrong)")
                #expect(told.status == 1 && told.problem.contains(" is no address: "), "\(wrong): \(told.problem)")
            }
        }
    }

    @Test("the same frameworks give the same documents, and a changed byte gives others")
    func repeated() throws {
        try SBOMTests.release { folder, run in
            func documents() throws -> [String] {
                try ["journeykit.cdx.json", "journeykit.intoto.json", "Package.swift"].map {
                    try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
                }
            }
            let first = try documents()
            #expect(try run("write").status == 0 && documents() == first)
            try SBOMTests.archive("Alpha", in: folder, "y")
            #expect(try run("write").status == 0)
            let second = try documents()
            #expect(zip(first, second).allSatisfy { $0 != $1 })
        }
    }

    @Test("a release with a missing, changed or undocumented file is refused")
    func verify() throws {
        let damages: [(what: String, command: String)] = [
            ("Beta.xcframework.zip is not there", "rm Beta.xcframework.zip"),
            ("The checksum of Alpha.xcframework.zip is not its own", "printf x >>Alpha.xcframework.zip"),
            ("The checksum of Beta.xcframework.zip is not its own", "rm Beta.xcframework.zip.checksum"),
            ("is none of the release's", "cp Alpha.xcframework.zip Gamma.zip"),
            ("journeykit.cdx.json is not there", "rm journeykit.cdx.json"),
            ("journeykit.cdx.json cannot be read", "printf '{' >journeykit.cdx.json"),
            ("journeykit.cdx.json is of another version", "sed -i 's/1\\.2\\.3/1.2.4/' journeykit.cdx.json"),
            ("journeykit.cdx.json is about other bytes", "sed -i 's/SHA-256/SHA-1/' journeykit.cdx.json"),
            (
                "journeykit.intoto.json is about other bytes",
                "sed -i 's/Alpha.xcframework/Omega.xcframework/' journeykit.intoto.json"
            ),
            ("Package.swift is not there", "rm Package.swift"),
            ("The checksum of Package.swift is not its own", "echo >>Package.swift"),
            ("The checksum of Package.swift is not its own", "rm Package.swift.checksum"),
            (
                "Package.swift is about other bytes",
                "sed -i 's/checksum: \"[0-9a-f]/checksum: \"/' Package.swift; \(SBOMTests.sum)"
            ),
            (
                "Package.swift is about other bytes",
                "sed -i 's/download.v1.2.3.Beta/download\\/v1.2.4\\/Beta/' Package.swift; \(SBOMTests.sum)"
            ),
            (
                "journeykit.intoto.json is about other bytes", "echo >>Package.swift; \(SBOMTests.sum)"
            ),
            (
                "Alpha.xcframework.zip is no archive",
                "echo no >Alpha.xcframework.zip; sha256sum Alpha.xcframework.zip | cut -d' ' -f1 >Alpha.xcframework.zip.checksum"
            ),
        ]
        for (what, command) in damages {
            try SBOMTests.release { folder, run in
                #expect(try run("verify").status == 0)
                #expect(try Shell("cd '\(folder.path)' && \(command)").status == 0)
                let told = try run("verify")
                #expect(told.status == 1 && told.problem.contains(what), "\(what): \(told.problem)")
            }
        }
        // Another framework under that name, and one without its privacy manifest.
        for (name, text, what) in [
            ("Alpha", "y", "is about other bytes"), ("Beta", "bare", "lacks the privacy manifest of Beta"),
        ] {
            try SBOMTests.release { folder, run in
                try SBOMTests.archive(name, in: folder, text)
                let told = try run("verify")
                #expect(told.status == 1 && told.problem.contains(what), "\(told.problem)")
            }
        }
    }

    /// Updates the checksum of the manifest.
    private static let sum = "sha256sum Package.swift | cut -d' ' -f1 >Package.swift.checksum"

    @Test("the published manifest gives each product exactly its dependencies")
    func manifest() throws {
        let published = try Shell.functions("printf '%s\\n' $FRAMEWORKS").output.split(separator: "\n").map(String.init)
        let sold = try Shell.functions("printf '%s\\n' $PRODUCTS $LIBRARIES").output.split(separator: "\n").map(
            String.init)
        try Shell.inScratch { folder in
            let written = try Shell.functions(
                """
                unset JOURNEY_ONLY JOURNEY_INTERFACE JOURNEY_FRAMEWORKS
                find_swift
                F='\(folder.path)'
                JOURNEY_PLATFORM=Apple swift package --scratch-path "$F/described" dump-package >"$F/package.json"
                mkdir "$F/out"
                for module in $FRAMEWORKS; do echo "$module" >"$F/out/$module.xcframework.zip"; done
                python3 scripts/release/sbom.py write "$F/out" --package "$F/package.json" --version 1.2.3 --commit abc \\
                    --time 2026-01-02T03:04:05Z --repository https://forge.example/o/kit --builder https://forge.example/b \\
                    --run https://forge.example/r $FRAMEWORKS
                cd "$F/out" && swift package dump-package
                """)
            let told = try #require(
                JSONSerialization.jsonObject(with: Data(written.output.utf8)) as? [String: Any], "\(written.problem)")
            #expect((told["platforms"] as? [[String: Any]])?.compactMap { $0["platformName"] as? String } == ["ios"])
            // From Package.swift, without parsing the documents.
            let package = try SBOMTests.json("package.json", in: folder)
            let targets = try #require(package["targets"] as? [[String: Any]])
            func needed(_ name: String) -> Set<String> {
                let target = targets.first { $0["name"] as? String == name }
                let below = (target?["dependencies"] as? [[String: Any]] ?? []).compactMap {
                    ($0["byName"] as? [Any])?.first as? String
                }
                return below.reduce(into: [name]) { $0.formUnion(needed($1)) }
            }
            let sources = try #require(package["products"] as? [[String: Any]])
            let products = try #require(told["products"] as? [[String: Any]])
            #expect(Set(products.compactMap { $0["name"] as? String }) == Set(sold) && products.count == sold.count)
            for product in products {
                let listed = try #require(product["targets"] as? [String])
                let source = sources.first { $0["name"] as? String == product["name"] as? String }
                let roots = try #require(source?["targets"] as? [String])
                #expect(Set(listed) == roots.reduce(into: []) { $0.formUnion(needed($1)) }, "\(product)")
                #expect(Set(listed).count == listed.count)
            }
            let wallet = products.first { $0["name"] as? String == "ProntoWalletSDK" }?["targets"] as? [String]
            #expect(
                wallet == [
                    "JourneyBase", "JourneyCrypto", "JourneyDevice", "JourneyWire", "ProntoWalletSDK", "WalletPass",
                ])
            let binaries = try #require(told["targets"] as? [[String: Any]])
            #expect(Set(binaries.compactMap { $0["name"] as? String }) == Set(published))
            for binary in binaries {
                let name = try #require(binary["name"] as? String)
                #expect(binary["type"] as? String == "binary")
                #expect(
                    binary["url"] as? String
                        == "https://forge.example/o/kit/releases/download/v1.2.3/\(name).xcframework.zip")
                let sum = try Shell("sha256sum '\(folder.path)/out/\(name).xcframework.zip' | cut -d' ' -f1").output
                #expect("\(binary["checksum"] as? String ?? "")\n" == sum)
            }
        }
    }

    @Test("a package with external or unpublished dependencies gets no SBOM")
    func outside() throws {
        for (change, what) in [
            (#"{"dependencies": [{"x": 1}], "targets": []}"#, "outside dependencies"),
            (#"{"dependencies": [], "targets": [{"name": "Alpha", "dependencies": []}]}"#, "has no module Beta"),
            (
                #"{"dependencies": [], "targets": [{"name": "Alpha", "dependencies": [{"byName": ["Zeta", null]}]}, {"name": "Beta", "dependencies": []}]}"#,
                "Alpha stands on Zeta, which is not published"
            ),
        ] {
            try SBOMTests.release { folder, run in
                try change.write(to: folder.appendingPathComponent("package.json"), atomically: true, encoding: .utf8)
                let told = try run("write")
                #expect(told.status == 1 && told.problem.contains(what), "\(told.problem)")
            }
        }
    }

    @Test("every module for hosts is published, and no test module is")
    func modules() throws {
        let package = try Tree.package.text("Package.swift")
        let libraries = try #require(package.firstMatch(of: /(?s)let libraries: \[Target\] = \[(.*?)\n\]/)).output.1
        let declared = libraries.matches(of: /module\(\s*"(\w+)"/).map { String($0.output.1) }
        let published = try Shell.functions("printf '%s\\n' $FRAMEWORKS").output.split(separator: "\n").map(String.init)
        #expect(declared.count >= 14)
        #expect(Set(published) == Set(declared) && Set(published).count == published.count)
        #expect(!declared.contains { $0.hasSuffix("Testing") })
    }
}
