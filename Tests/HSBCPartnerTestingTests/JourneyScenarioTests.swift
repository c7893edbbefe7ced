import Foundation
import HSBCPartnerTesting
import JourneyBase
import Testing

@Suite("Scenario files in an app's tests")
struct JourneyScenarioTests {
    /// A new folder with the sample journey and these scenario files.
    private static func folder(_ files: [String: JSONValue]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scenarios-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("scenarios"), withIntermediateDirectories: true)
        let sandbox = try BankSandbox(balance: 500_000)
        try Data(sandbox.manifest.compactBytes).write(to: folder.appendingPathComponent("manifest.json"))
        try Data(sandbox.openAPI).write(to: folder.appendingPathComponent("openapi.json"))
        for (name, value) in files { try Data(value.compactBytes).write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    private static let scenario: JSONValue = [
        "name": "a person closes the first page", "events": [["close": true], ["expect": ["outcome": "cancelled"]]],
    ]

    @Test("a scenario that is met has no sentence, and one that is not says what differs")
    func run() throws {
        let wrong: JSONValue = ["events": [["close": true], ["expect": ["outcome": "completed"]]]]
        let folder = try Self.folder(["scenarios/a.json": Self.scenario, "scenarios/b.json": wrong])
        defer { try? FileManager.default.removeItem(at: folder) }
        let scenarios = try JourneyScenario.all(in: folder)
        #expect(scenarios.map(\.name) == ["a person closes the first page", "b"])
        #expect(scenarios[0].run() == [])
        #expect(scenarios[1].run() == ["events[1]: outcome is \"cancelled\", not \"completed\"."])
        #expect((1..<100).contains(JourneyScenario.coverage(of: scenarios)))
        #expect(JourneyScenario.coverage(of: []) == 0)
    }

    @Test("a file that is no scenario is named with its place, and a missing manifest with its path")
    func refused() throws {
        let folder = try Self.folder(["events.json": ["events": [["expect": [:]]]]])
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: JourneyError.self) { try JourneyScenario.all(in: folder) }
        #expect(error?.code.rawValue == "SCRIPT_INVALID" && error?.message.hasPrefix("events.json:1:") == true)
        let none = #expect(throws: JourneyError.self) {
            try JourneyScenario.all(in: folder.appendingPathComponent("x"))
        }
        #expect(none?.code == .configurationInvalid && none?.message.contains("manifest.json") == true)
    }
}
