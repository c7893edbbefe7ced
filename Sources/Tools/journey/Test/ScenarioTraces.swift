import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTrace

/// Writes a trace of each failed scenario.
enum ScenarioTraces {
    /// The most traces of one command; many failures have one cause.
    private static let limit = 20

    /// Writes the traces of a report, and removes those of earlier reports of the journey.
    ///
    /// - Parameters:
    ///   - report: The results.
    ///   - folder: The journey.
    ///   - home: The folder of the commands' own files.
    /// - Returns: The files, by the number of the scenario in the report.
    /// - Throws: `FILE_UNWRITABLE`.
    static func write(_ report: ScenarioReport, of folder: ScenarioFolder, below home: String) throws -> [Int: String] {
        // Two journeys may have folders of one name.
        let digest = Hex.encode(Array(SHA256.hash(Array(Support.absolute(folder.manifest.name).utf8)).prefix(4)))
        let path = "\(home)/test/\(folder.name)-\(digest)"
        let files = FileManager.default
        for part in ["\(home)/test", path] { try ScenarioFolder.refuseLink(part) }
        for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where name.wholeMatch(of: /\d+\.zip/) != nil {
            try files.removeItem(atPath: "\(path)/\(name)")
        }
        let failed = report.results.enumerated().filter { !$1.hasPassed }.prefix(limit)
        guard !failed.isEmpty else { return [:] }
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        let manifest = try JSONReader.read(
            folder.manifest.bytes, limits: JSONLimits(bytes: Support.largestFile))
        var traces: [Int: String] = [:]
        for (number, result) in failed {
            let file = "\(path)/\(number + 1).zip"
            guard let explanation = result.explanation else { continue }
            try TraceWriter.write(explanation, name: result.scenario.name, manifest: manifest, to: file)
            traces[number] = file
        }
        return traces
    }
}
