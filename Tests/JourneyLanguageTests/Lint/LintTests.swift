import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Lint")
struct LintTests {
    private func findings(_ changes: [(path: String, value: JSONValue?)], pages: [String]? = nil) -> [Finding] {
        let manifest = changes.reduce(TestManifest.manifest) { $0.setting($1.path, to: $1.value) }
        return Lint.check(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes, pages: pages)
    }

    @Test("a good manifest has no findings")
    func clean() { #expect(findings([]) == []) }

    @Test("each rule reports its violation once and passes its near miss", arguments: LintCase.all)
    func rule(example: LintCase) {
        let found = example.findings(example.bad).filter { $0.rule == example.rule }
        #expect(found.map(\.path) == [example.place])
        #expect(found.map(\.document) == [example.document])
        #expect(found.map(\.severity) == [example.severity])
        #expect(!example.findings(example.good).contains { $0.rule == example.rule })
    }

    @Test(
        "a mistake is reported by one rule only",
        arguments: LintCase.all.filter { $0.severity == .error })
    func once(example: LintCase) {
        let errors = example.findings(example.bad).filter { $0.severity == .error }
        #expect(errors.map(\.rule) == [example.rule], "\(errors)")
    }

    /// Rules that lint reports as errors although the loader accepts the manifest.
    private static let stricter: Set<LintRule> = [
        .noWayOut, .sensitiveField, .argumentType, .textOrder, .unprovidedResult, .unsentKey,
    ]

    @Test("a manifest with a lint error does not load, and one without does", arguments: LintCase.all)
    func agrees(example: LintCase) async throws {
        func refusal(_ edit: LintEdit) async throws -> JourneyError? {
            let files = edit.files
            guard let manifest = try? JSONReader.read(files.manifest) else {
                return JourneyError(.manifestInvalid, "")
            }
            let openAPI = try JSONReader.read(files.openAPI)
            return try await TestManifest.refusal(manifest, openAPI: openAPI)
        }
        // The loader knows nothing about plugins.
        let isOfPlugin =
            example.place == "steps.confirm"
            || ["out", "params"].contains { example.place.hasPrefix("steps.confirm.\($0)") }
        let isLoaderRule =
            example.severity == .error && !LintTests.stricter.contains(example.rule) && !isOfPlugin
        #expect((try await refusal(example.bad) != nil) == isLoaderRule)
        if !example.findings(example.good).contains(where: { $0.severity == .error }) {
            #expect(try await refusal(example.good)?.message == nil)
        }
    }

    @Test("every code has a violating and a passing example")
    func complete() {
        let rules = LintCase.all.map(\.rule) + TrustCase.all.map(\.rule)
        #expect(Set(rules) == Set(LintRule.allCases))
        #expect(Set(LintRule.allCases.map(\.meaning)).count == LintRule.allCases.count)
    }

    static let changes = RefusalTests.top + RefusalTests.steps + RefusalTests.bindings

    @Test("every refusal by the loader is a lint error at the same location", arguments: changes)
    func covers(change: Change) async throws {
        let manifest = TestManifest.manifest.setting(change.path, to: change.value)
        let refusal = try #require(try await TestManifest.refusal(manifest))
        let errors = Lint.check(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes).filter {
            $0.severity == .error
        }
        #expect(errors.contains { refusal.message.hasPrefix($0.path) && !$0.path.isEmpty }, "\(errors)")
    }

    @Test("several mistakes in both files are reported together in document order")
    func several() {
        let edit = LintEdit(
            manifest: [
                ("headers Host", "x"), ("steps form url", "https://evil.test/"),
                ("steps form on submit 0 guardExpr", "steps.pey.a == 1"),
                ("steps form bindings 0 in id", "steps.pay.x"),
                ("steps form bindings 0 out to", "texte"), ("steps done outcome", "fine"),
            ], bundle: [("paths /transfers post responses 2OO", [:])])
        let files = edit.files
        let found = Lint.check(files.manifest, openAPI: files.openAPI).filter { $0.severity == .error }
        let rules: Set<LintRule> = [.forbiddenHeader, .invalidValue]
        #expect(rules.isSubset(of: found.map(\.rule)), "\(found)")
        let head = edit.manifest.dropFirst()
        let rest = LintEdit(manifest: Array(head), bundle: edit.bundle).files
        let more = Lint.check(rest.manifest, openAPI: rest.openAPI).filter { $0.severity == .error }
        #expect(
            Set(more.map(\.rule)) == [.foreignOrigin, .invalidGuard, .invalidArgument, .invalidValue, .oapiAnswer],
            "\(more)")
        #expect(more.last?.document == .openAPI)
        #expect(zip(more.dropLast(), more.dropLast().dropFirst()).allSatisfy { $0.place <= $1.place })
    }

    @Test("every duplicate is reported with line and column")
    func duplicates() {
        let text = "{\n  \"a\": 1,\n  \"b\": [{\"x\": 1, \"x\": 2}],\n  \"a\": 2\n}"
        let found = Lint.check(Array(text.utf8), openAPI: nil)
        #expect(found.map(\.path) == ["b[0].x", "a"])
        #expect(found.map { [$0.line, $0.column] } == [[3, 18], [4, 3]])
        #expect(found.allSatisfy { $0.rule == .duplicateMember })
    }

    @Test(
        "invalid JSON is reported at the position where it becomes invalid",
        arguments: [
            ("{\n \"a\": tru }", 2, 10), ("", 1, 1), ("{} x", 1, 4), ("[1, 2", 1, 6), ("{\"a\" 1}", 1, 6),
        ])
    func invalid(text: String, line: Int, column: Int) {
        let found = Lint.check(Array(text.utf8), openAPI: nil)
        #expect(found.map(\.rule) == [.invalidJSON])
        #expect(found.first?.line == line && found.first?.column == column)
        #expect(Lint.check(Array("[]".utf8), openAPI: nil).map(\.rule) == [.invalidJSON])
    }

    @Test("a finding has its line and column")
    func place() {
        let text = """
            {
              "startStep": "form",
              "steps": {
                "done": { "type": "terminal",
                          "outcome": "completed", "on": { "x": { "to": "done" } } }
              }
            }
            """
        let found = Lint.check(Array(text.utf8), openAPI: nil).filter { $0.rule == .terminalWithEdges }
        #expect(found.map { [$0.line, $0.column] } == [[5, 39]])
    }

    @Test("version 1.1 guards without a default give a warning, not an error")
    func oldVersion() {
        let found = Lint.check(TestManifest.manifest11.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(found.map(\.rule) == [.missingDefault, .missingDefault])
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "names of card data and codes are known in every spelling, and others pass",
        arguments: [
            ("pan", true), ("PAN", true), ("cardNumber", true), ("card_number", true), ("CARD-NUMBER", true),
            ("cvv", true),
            ("cvv2", true), ("userPin", true), ("pinBlock", true), ("oneTimeCode", true), ("otpCode", true),
            ("securityCode", true), ("newPassword", true), ("primaryAccountNumber", true), ("encryptedPAN", true),
            ("pinning", false), ("company", false), ("accountNumber", false), ("sortCode", false), ("shopping", false),
            ("option", false), ("spanish", false), ("cardType", false), ("countryCode", false), ("opinion", false),
        ])
    func sensitive(name: String, isSensitive: Bool) { #expect(SensitiveNames.match(name) == isSensitive) }

    @Test("no removed or replaced member of a manifest crashes lint")
    func robustness() {
        func paths(_ value: JSONValue, _ path: String) -> [String] {
            switch value {
            case .object(let members): members.flatMap { paths($1, path + " " + $0) } + [path]
            case .array(let list): list.enumerated().flatMap { paths($1, path + " \($0)") } + [path]
            default: [path]
            }
        }
        for path in paths(TestManifest.manifest, "") where !path.isEmpty {
            for value in [nil, 1, [[:]]] as [JSONValue?] { _ = findings([(path, value)]) }
        }
    }
}
