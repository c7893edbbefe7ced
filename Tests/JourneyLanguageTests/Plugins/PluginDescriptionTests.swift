import Foundation
import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Descriptions of native plugins")
struct PluginDescriptionTests {
    /// The host's plugin of the reference page, with a second method.
    private static let text = #"""
        {"plugins": [
          {"name": "branch_finder", "purpose": "Lets the person choose a branch.", "permissions": ["location"],
           "methods": [
             {"name": "findBranch",
              "input": {"type": "object", "properties": {"city": {"type": "string", "maxLength": 5}, "most": {"type": "integer"}},
                        "required": ["city"], "additionalProperties": false},
              "output": {"type": "object", "properties": {"branchId": {"type": "string"}, "open": {"type": "boolean"}},
                         "additionalProperties": false}},
             {"name": "callBranch"}],
           "errors": [{"code": "NO_BRANCH", "meaning": "There is no branch nearby."}]}]}
        """#

    private static func read(_ text: String) throws(JourneyError) -> [PluginDescription] {
        try PluginDescription.read(Array(text.utf8), name: "journey-plugins.json")
    }

    @Test("each of this package's plugins has all that an author looks for, and a step that passes its own checks")
    func own() throws {
        #expect(Set(PluginDescription.own.map(\.name)).count == PluginDescription.own.count)
        for plugin in PluginDescription.own {
            #expect(plugin.purpose.hasSuffix(".") && !plugin.platforms.isEmpty, "\(plugin.name)")
            for method in plugin.methods {
                for schema in [method.input, method.output] {
                    _ = try JSONSchema.compile(schema, dialect: .draft202012)
                    #expect(schema["type"] == "object")
                }
            }
            let step = try #require(plugin.example)
            let findings = PluginDescriptionTests.findings(of: step)
            #expect(findings == [], "\(plugin.name)")
            // The check that finds nothing here finds something once a parameter or an output is misspelt.
            let name = (step["params"]?.object ?? step["in"]?.object ?? [:]).keys.sorted().first
            guard let name else { continue }
            let place = step["params"]?[name] == nil ? "in" : "params"
            let wrong = step.setting("\(place) \(name)x", to: step[place]?[name] ?? .null)
            #expect(PluginDescriptionTests.findings(of: wrong).contains("ARGUMENT_UNKNOWN"), "\(plugin.name)")
        }
    }

    /// Lints a good manifest of 1.3 with `step` in the place of its native one; returns the findings in it, besides those about the
    /// steps around it.
    private static func findings(of step: JSONValue, plugins: [PluginDescription] = []) -> [String] {
        let files = LintEdit(base: LintCase.approving, manifest: [("steps confirm", step)]).files
        let others: Set<LintRule> = [.unknownTarget, .invalidArgument, .noWayOut]
        return Lint.check(files.manifest, openAPI: files.openAPI, plugins: plugins)
            .filter { $0.path == "steps.confirm" || $0.path.hasPrefix("steps.confirm.") }
            .filter { !others.contains($0.rule) }.map(\.rule.rawValue)
    }

    @Test("the reference page is what the command generates")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("docs/reference/plugins.md")
        #expect(
            try String(contentsOf: page, encoding: .utf8) == PluginReference.page,
            "run: journey plugins --reference > docs/reference/plugins.md")
        for plugin in PluginDescription.own { #expect(PluginReference.page.contains("## `\(plugin.name)`")) }
    }

    @Test("a host's plugins are read with their schemas")
    func host() throws {
        let plugin = try #require(try PluginDescriptionTests.read(PluginDescriptionTests.text).first)
        #expect(plugin.name == "branch_finder" && plugin.permissions == ["location"] && !plugin.isApproval)
        #expect(plugin.methods.map(\.name) == ["findBranch", "callBranch"])
        #expect(plugin.methods[0].required == ["city"] && plugin.methods[1].takesMore)
        #expect(plugin.errors == [.init(code: "NO_BRANCH", meaning: "There is no branch nearby.")])
    }

    @Test(
        "a step of a host's plugin is checked against its schemas",
        arguments: [
            (["params": ["method": "findBranch", "city": "Leeds"], "out": ["branchId": "string"]], []),
            (["params": ["method": "callBranch", "anything": 1], "out": ["anything": "string"]], []),
            (["params": ["method": "findBranches", "city": "Leeds"]], ["METHOD_UNKNOWN"]),
            (["params": ["city": "Leeds"]], ["METHOD_UNKNOWN"]),
            (["params": ["method": "findBranch"]], ["ARGUMENT_MISSING"]),
            (["params": ["method": "findBranch", "city": "Leeds", "town": "x"]], ["ARGUMENT_UNKNOWN"]),
            (["params": ["method": "findBranch", "city": "London"]], ["ARGUMENT_TYPE"]),
            (["params": ["method": "findBranch", "city": "Leeds", "most": "1"]], ["ARGUMENT_TYPE"]),
            (["params": ["method": "findBranch"], "in": ["city": "session.locale"]], []),
            (["params": ["method": "findBranch"], "in": ["city": "size(session.locale)"]], ["ARGUMENT_TYPE"]),
            (["params": ["method": "findBranch", "city": "Leeds"], "in": ["most": "size(session.locale)"]], []),
            (["params": ["method": "findBranch", "city": "Leeds"], "out": ["branch": "string"]], ["OUTPUT_UNKNOWN"]),
            (["params": ["method": "findBranch", "city": "Leeds"], "out": ["open": "string"]], ["OUTPUT_TYPE"]),
        ] as [(JSONValue, [String])])
    func checked(members: JSONValue, rules: [String]) throws {
        let plugins = try PluginDescriptionTests.read(PluginDescriptionTests.text)
        var step = try #require(members.object)
        step["type"] = "native"
        step["plugin"] = "branch_finder"
        step["timeoutMs"] = 1_000
        step["on"] = [
            "success": ["to": "next"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
            "timeout": ["to": "failed"],
        ]
        #expect(PluginDescriptionTests.findings(of: .object(step), plugins: plugins) == rules)
        // Without the description, only the name is reported.
        #expect(PluginDescriptionTests.findings(of: .object(step)).first == "PLUGIN_UNKNOWN")
    }

    @Test(
        "a file with an unknown member, a taken name or what is no schema is refused with its place",
        arguments: [
            (#"{"plugins": [{"name": "a"}]}"#, "journey-plugins.json:1:14: plugins[0].methods is missing"),
            (#"{"plugins": [{"name": "a", "methods": []}]}"#, "methods is empty"),
            (
                #"{"plugins": [{"name": "set_pin", "methods": [{"name": "m"}]}]}"#,
                "the name of another plugin: 'set_pin'"
            ),
            (
                #"{"plugins": [{"name": "a", "methods": [{"name": "m"}, {"name": "m"}]}]}"#,
                "two methods with the same name"
            ),
            (#"{"plugins": [{"name": "a b", "methods": [{"name": "m"}]}]}"#, "not a valid name"),
            (#"{"plugins": [{"name": "a", "methods": [{"name": "m", "in": {}}]}]}"#, "unknown member"),
            (
                #"{"plugins": [{"name": "a", "methods": [{"name": "m", "input": {"type": "string"}}]}]}"#,
                "the schema of an object"
            ),
            (
                #"{"plugins": [{"name": "a", "methods": [{"name": "m", "input": {"type": "object", "required": 1}}]}]}"#,
                "not a JSON Schema"
            ),
            (
                #"{"plugins": [{"name": "a", "methods": [{"name": "m", "input": {"type": "object", "$ref": "https://evil.test/s"}}]}]}"#,
                "not a JSON Schema"
            ),
            (#"{"plugins": [{"name": "a", "isApproval": true, "methods": [{"name": "m"}]}]}"#, "unknown member"),
            (#"{"plugin": []}"#, "unknown member"), ("[", "Unexpected end"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: JourneyError.self) { _ = try PluginDescriptionTests.read(text) }
        #expect(error?.code == .configurationInvalid && error?.message.contains(reason) == true, "\(error as Any)")
    }
}
