import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("journey plugins")
struct PluginsCommandTests {
    private static let host = #"""
        {"plugins": [{"name": "branch_finder", "purpose": "Lets the person choose a branch.", "methods": [{"name": "findBranch",
          "input": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false},
          "output": {"type": "object", "properties": {"branchId": {"type": "string"}}, "additionalProperties": false}}]}]}
        """#

    @Test("all plugins are listed with their purpose, one with its parameters, as text and as JSON Schemas")
    func listed() async throws {
        let programs = try Programs()
        let all = try await programs.run(["plugins"])
        #expect(all.status == 0 && all.output.contains("transaction_approval") && all.output.contains("biometric_auth"))
        let one = try await programs.run(["plugins", "transaction_approval"])
        for part in [
            "approveTransaction takes", "payeeName: string, 1 to 140", "fee: integer", "(optional)", "proof",
            "SCA_REQUIRED", "biometrics", "\"plugin\": \"transaction_approval\"",
        ] {
            #expect(one.output.contains(part), "\(part): \(one.output)")
        }
        let json = try await programs.run(["plugins", "transaction_approval", "--json"])
        let value = try JSONReader.read(Array(json.output.utf8))
        #expect(value["methods"]?[0]?["input"]?["required"]?.array?.contains("challenge") == true)
        #expect(value["isApproval"] == true && value["example"]?["type"] == "native")
        let near = try await programs.run(["plugins", "transaction_aproval"])
        #expect(near.status == 2 && programs.errors.contains("Did you mean ‘transaction_approval’?"))
    }

    @Test("lint checks a host's plugin by the file beside the manifest, or by one that is named")
    func host() async throws {
        let programs = try Programs()
        #expect(try await programs.run(["new", "order", "--output", programs.folder + "/order"]).status == 0)
        let file = URL(fileURLWithPath: programs.folder + "/order/manifest.json")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let step = #"""
            "branch": {"type": "native", "plugin": "branch_finder", "params": {"town": "Leeds"}, "timeoutMs": 60000,
              "on": {"success": {"to": "createOrder"}, "cancelled": {"to": "cancelled"}, "error": {"to": "cancelled"}, "timeout": {"to": "expired"}}},
            """#
        let changed = text.replacing("\"to\": \"createOrder\"", with: "\"to\": \"branch\"")
            .replacing("\"steps\": {", with: "\"steps\": {\n" + step)
        try Data(changed.utf8).write(to: file)
        func rules(_ more: [String] = []) async throws -> [String] {
            let linted = try await programs.run(["lint", file.path, "--json"] + more)
            let findings = try JSONReader.read(Array(linted.output.utf8))["findings"]?.array ?? []
            return findings.compactMap { $0["rule"]?.string }
        }
        #expect(try await rules() == ["PLUGIN_UNKNOWN"])
        #expect(try await rules(["--plugins", "branch_finder"]) == [])
        let named = URL(fileURLWithPath: programs.folder + "/named.json")
        try Data(PluginsCommandTests.host.utf8).write(to: named)
        #expect(try await rules(["--plugins", named.path]) == ["ARGUMENT_MISSING", "ARGUMENT_UNKNOWN"])
        try Data(PluginsCommandTests.host.utf8)
            .write(to: URL(fileURLWithPath: programs.folder + "/order/journey-plugins.json"))
        #expect(try await rules() == ["ARGUMENT_MISSING", "ARGUMENT_UNKNOWN"])
        try Data(changed.replacing("\"town\"", with: "\"city\"").utf8).write(to: file)
        #expect(try await rules() == [])
        try Data("{\"plugins\": [{}]}".utf8)
            .write(to: URL(fileURLWithPath: programs.folder + "/order/journey-plugins.json"))
        let refused = try await programs.run(["lint", file.path])
        #expect(
            refused.status != 0 && programs.errors.contains("journey-plugins.json:1:14: plugins[0].name is missing"),
            "\(programs.errors)")
    }

    @Test("without a display, run says how to go on and ends")
    func display() async throws {
        let programs = try Programs()
        let process = try programs.start(["run", "money-transfer"], without: ["DISPLAY", "WAYLAND_DISPLAY"])
        process.closeInput()
        for await _ in process.lines {}
        #expect(await process.wait() == 1)
        #expect(
            programs.errors.contains("Act as the person with --autopilot FILE")
                && programs.errors.contains("[DISPLAY_MISSING]"), "\(programs.errors)")
    }
}
