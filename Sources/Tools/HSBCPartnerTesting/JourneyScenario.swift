public import Foundation
public import JourneyBase
import JourneyLanguage

/// A scenario of a journey: what pages raise, how the bank replies, and what the journey is expected to do.
///
/// It runs the state machine that runs on phones, without pages, network or waiting. The files are those of `journey test`
/// (`docs/reference/scenarios.md`) in JSON, without those in folders below `scenarios`:
///
/// ```swift
/// @Test(arguments: try JourneyScenario.all(in: folder))
/// func scenario(_ scenario: JourneyScenario) { #expect(scenario.run() == []) }
/// ```
public struct JourneyScenario: Sendable, CustomStringConvertible {
    /// The scenario's own name, or that of its file.
    public let name: String
    /// The name, for test reports.
    public var description: String { name }
    private let journey: JourneyScripts
    private let script: EventScript

    /// The longest manifest or OpenAPI document, in bytes.
    private static let documentLimit = 16 << 20

    /// Reads the scenarios of a journey: `events.json`, and each JSON file in the folder `scenarios`.
    ///
    /// - Parameter folder: The folder with `manifest.json` and `openapi.json`. No signature is needed.
    /// - Returns: The scenarios, sorted by file.
    /// - Throws: `JourneyError` with the codes of the loader for a manifest or a document that does not load, `SCRIPT_INVALID` with
    ///   file, line and column, and `CONFIGURATION_INVALID` for a file that can't be read.
    public static func all(in folder: URL) throws(JourneyError) -> [JourneyScenario] {
        let journey = try JourneyScripts(
            manifest: try read(folder.appendingPathComponent("manifest.json"), limit: documentLimit),
            openAPI: try read(folder.appendingPathComponent("openapi.json"), limit: documentLimit))
        let main = folder.appendingPathComponent("events.json")
        let names = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("scenarios"), includingPropertiesForKeys: nil)
        let files = (names ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        var scenarios: [JourneyScenario] = []
        for file in (FileManager.default.fileExists(atPath: main.path) ? [main] : []) + files {
            let bytes = try read(file, limit: EventScript.byteLimit)
            for script in try EventScript.all(in: bytes, file: file.lastPathComponent) {
                let name = script.name ?? file.deletingPathExtension().lastPathComponent
                scenarios.append(JourneyScenario(name: name, journey: journey, script: script))
            }
        }
        return scenarios
    }

    private static func read(_ file: URL, limit: Int) throws(JourneyError) -> [UInt8] {
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard type == .typeRegular, let handle = try? FileHandle(forReadingFrom: file),
            let data = try? handle.read(upToCount: limit + 1)
        else {
            throw JourneyError(.configurationInvalid, "\(file.path) can't be read.")
        }
        guard data.count <= limit else {
            throw JourneyError(.configurationInvalid, "\(file.path) is longer than \(limit) bytes.")
        }
        return Array(data)
    }

    /// Plays the scenario.
    ///
    /// - Returns: A sentence for each expectation that was not met, with the expected and the actual value; empty if all were.
    public func run() -> [String] {
        journey.explanation(of: script).failures.flatMap { failure in
            failure.differences.isEmpty
                ? [failure.message]
                : failure.differences.map { difference in
                    "\(failure.message.prefix { $0 != " " }): \(difference.path) is \(difference.actual ?? "absent"),"
                        + " not \(difference.expected ?? "absent")."
                }
        }
    }

    /// Plays scenarios of one journey.
    ///
    /// - Parameter scenarios: The scenarios.
    /// - Returns: The share of the journey's steps, transitions and results of guards that they reach, in percent, rounded down; 0
    ///   without a scenario.
    public static func coverage(of scenarios: [JourneyScenario]) -> Int {
        guard var coverage = scenarios.first?.journey.coverage else { return 0 }
        for scenario in scenarios { coverage.add(scenario.journey.explanation(of: scenario.script)) }
        return coverage.percent
    }
}
