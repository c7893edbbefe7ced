import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneySandbox

extension JourneyCommand {
    /// Writes scenarios that reach what the folder's scenarios do not.
    static func generateScenarios(
        _ folder: ScenarioFolder, _ journey: JourneyScripts, _ invocation: Invocation
    ) throws {
        guard let path = folder.folder else {
            throw CommandError.usage(
                "--generate needs the folder of a manifest; \(folder.name) is shipped with the sandbox.")
        }
        try ScenarioFolder.refuseLink("\(path)/scenarios")
        let limits = JSONLimits(bytes: Support.largestFile)
        let samples = ScenarioSamples(
            manifest: try JSONReader.read(folder.manifest.bytes, limits: limits),
            openAPI: try JSONReader.read(folder.openAPI.bytes, limits: .openAPIBundle))
        let explanations = try folder.scenarios().map { journey.explanation(of: $0.script) }
        let file = try ScenarioGenerator.scenarios(for: journey, samples: samples, beside: explanations)
        guard let file else { return invocation.terminal.talk("No scenario was found that reaches more.") }
        try FileManager.default.createDirectory(atPath: "\(path)/scenarios", withIntermediateDirectories: true)
        let names = ["generated.json"] + (2...999).map { "generated-\($0).json" }
        let free = names.map { "\(path)/scenarios/\($0)" }.first { !FileManager.default.fileExists(atPath: $0) }
        guard let free else {
            throw CommandError.badInput(.folderTaken, "\(path)/scenarios has 999 generated files; remove some.")
        }
        try Support.write(Array((PrettyJSON.text(file) + "\n").utf8), to: free)
        invocation.terminal.talk("Written \(file["scenarios"]?.array?.count ?? 0) scenarios to \(free).")
    }
}
