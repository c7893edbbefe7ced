import Testing

/// Checks the loader's codes against lint's registry.
@Suite("Lint registry")
struct LintRegistryTests {
    @Test("every refusal code of loading is known to lint")
    func codes() throws {
        let errors = try Tree.package.text("Sources/Base/JourneyBase/Flow/ErrorCode.swift")
        let names = Dictionary(
            errors.matches(of: /let (\w+) = ErrorCode\(rawValue: "(\w+)"\)/).map { (String($0.1), String($0.2)) }
        ) { first, _ in first }
        let rules = try Tree.package.text("Sources/Systems/JourneyLanguage/Reading/LintRule.swift")
        let folders = ["Loading", "Manifest", "OpenAPI", "Reading"].map { "Systems/JourneyLanguage/\($0)/" }
        var used: Set<String> = []
        for file in try Tree.swiftFiles.get() where folders.contains(where: file.path.hasPrefix) {
            let text = try Tree.package.text("Sources/" + file.path)
            used.formUnion(text.matches(of: /Refusal\(\s*\.(\w+)/).map { String($0.1) })
            used.formUnion(text.matches(of: /code: \.(\w+)\)/).map { String($0.1) })
        }
        // Each place with a malformed part of a manifest has its own rule.
        let missing = used.subtracting(["manifestInvalid"]).filter { !rules.contains("\"\(names[$0] ?? "?")\"") }
        #expect(missing == [] && used.count > 8, "\(missing.sorted())")
    }
}
