import Foundation
import Testing

@Suite("Continuous integration workflows")
struct WorkflowTests {
    /// Returns the workflows, by file name.
    private static func workflows() throws -> [String: String] {
        let folder = Tree.package.root.appendingPathComponent(".github/workflows")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: files.map { ($0, try Tree.package.text(".github/workflows/\($0)")) })
    }

    @Test("each action is pinned by commit with its version")
    func pinned() throws {
        var count = 0
        for (file, text) in try WorkflowTests.workflows() {
            for line in text.split(separator: "\n") where line.contains("uses:") {
                // A workflow of this very commit.
                if line == "    uses: ./.github/workflows/linux.yml" { continue }
                count += 1
                #expect(line.contains(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/), "\(file): \(line)")
            }
        }
        #expect(count >= 8)
    }

    @Test("each script that the workflows run exists and is executable, and each make target exists")
    func scripts() throws {
        let makefile = try Tree.package.text("Makefile")
        for (file, text) in try WorkflowTests.workflows() {
            for match in text.matches(of: /scripts\/[\w\/-]+\.sh/) {
                let path = Tree.package.root.appendingPathComponent(String(match.output)).path
                #expect(FileManager.default.isExecutableFile(atPath: path), "\(file): \(match.output)")
            }
            for match in text.matches(of: /run: make ([a-z-]+)/) {
                #expect(makefile.contains("\n\(match.output.1):"), "\(file): \(match.output.1)")
            }
        }
    }

    @Test("artifacts in a hidden folder are uploaded")
    func hidden() throws {
        var count = 0
        for (file, text) in try WorkflowTests.workflows() {
            for step in text.split(separator: "- uses: ").dropFirst() where step.hasPrefix("actions/upload-artifact@") {
                guard step.contains(/path: \./) else { continue }
                count += 1
                #expect(step.contains("\n          include-hidden-files: true\n"), "\(file)")
            }
        }
        #expect(count >= 2)
    }

    @Test(
        "a release is made from tags only: checked, built, signed, documented, verified and published"
    )
    func release() throws {
        let text = try #require(WorkflowTests.workflows()["ios-sdk.yml"])
        let jobs = try #require(text.firstMatch(of: /(?s)\n  build:\n(.*)\n  release:\n(.*)/)).output
        #expect(text.contains("tags: [\"v*\"]") && jobs.2.contains("if: startsWith(github.ref, 'refs/tags/v')"))
        #expect(jobs.2.contains("needs: [build, demo, linux]\n") && jobs.2.contains("fetch-depth: 0"))
        #expect(jobs.1.contains("scripts/build_xcframework.sh") && jobs.1.contains("path: .build-xcframework/*.zip*"))
        // The required steps of a release, in order.
        let steps = [
            "release.sh check", "keychain.sh make", "build_xcframework.sh", "release.sh sbom", "release.sh verify",
            "attest-build-provenance", "gh release create", "keychain.sh remove",
        ]
        let places = steps.map { jobs.2.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        // Every published file is attested: the documents and the manifest too.
        let published = try #require(jobs.2.firstMatch(of: /(?s)gh release create.*?\n      - name/)).output
        let files = Set(published.matches(of: /\.build-xcframework\/[^ \n]+/).map { String($0.output) })
        let attested = try #require(jobs.2.firstMatch(of: /subject-path: \|\n((?: {12}.*\n)+)/)).output.1
        #expect(
            files.subtracting(attested.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
                == [".build-xcframework/*.checksum"])
        #expect(files.isSuperset(of: ["zip", "checksum"].map { ".build-xcframework/*.\($0)" }) && files.count == 4)
        // Only that job has more than read permission, and secrets.
        #expect(text.contains("\npermissions:\n  contents: read\n"))
        #expect(!jobs.1.contains("write") && !jobs.1.contains("secrets."))
        // Untrusted text is never interpolated into a script.
        for (file, text) in try WorkflowTests.workflows() {
            #expect(!text.contains(/\$\{\{\s*github\.(event|head_ref)/), "\(file)")
        }
    }

    @Test("a release waits for all Linux jobs of the same commit, the builds and the demo app")
    func needs() throws {
        let flows = try WorkflowTests.workflows()
        let apple = try #require(flows["ios-sdk.yml"])
        let linux = try #require(flows["linux.yml"])
        #expect(
            apple.contains(
                "\n  linux:\n    if: startsWith(github.ref, 'refs/tags/v')\n    uses: ./.github/workflows/linux.yml\n"))
        #expect(linux.contains("\n  workflow_call:\n"))
        for command in [
            "bash .ci/run", "make walk", "make api-diff", "scripts/sanitize.sh ${{ matrix.sanitizer }}", "make fuzz",
        ] { #expect(linux.contains("      - run: \(command)\n"), "\(command)") }
        // No step may be skipped, and a job cancelled by another run would block the release.
        for (file, flow) in flows {
            #expect(!flow.contains("continue-on-error"), "\(file)")
            #expect(
                flow.contains("cancel-in-progress: ${{ !startsWith(github.ref, 'refs/tags/') }}"), "\(file)")
        }
    }

    @Test(
        "the workflows are valid YAML for another parser",
        .enabled("Python with its yaml package") { try WorkflowTests.hasYAML() })
    func yaml() throws {
        for file in try WorkflowTests.workflows().keys {
            let told = try Shell(
                """
                python3 - '.github/workflows/\(file)' <<'END'
                import sys, yaml
                flow = yaml.safe_load(open(sys.argv[1]))
                for name, job in flow["jobs"].items():
                    if job.get("uses", "").startswith("./"):
                        continue
                    assert job["runs-on"] and job["timeout-minutes"], name
                    for step in job["steps"]:
                        assert ("run" in step) != ("uses" in step), (name, step)
                END
                """)
            #expect(told.status == 0, "\(file): \(told.problem)")
        }
    }

    private static func hasYAML() throws -> Bool { try Shell("python3 -c 'import yaml'").status == 0 }
}
