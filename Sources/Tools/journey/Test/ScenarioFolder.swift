import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

/// A journey with its scenarios: files in the folder of its manifest, or those of a shipped journey.
struct ScenarioFolder {
    /// One scenario file.
    struct Scenario: Sendable {
        /// The path as messages show it.
        let path: String
        let script: EventScript

        /// The scenario's own name, or that of its file.
        var name: String { script.name ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
    }

    /// The name of the journey or its folder, for reports.
    let name: String
    let manifest: (name: String, bytes: [UInt8])
    let openAPI: (name: String, bytes: [UInt8])
    /// The folder in which new scenarios are written; `nil` for a shipped journey.
    let folder: String?
    /// The folder in which scenarios are looked for.
    private let source: String

    /// The most scenario files of one journey.
    static let fileLimit = 10_000
    private static let endings = ["json", "yaml", "yml"]

    /// Finds the journey and its scenario files.
    ///
    /// - Parameters:
    ///   - name: The folder of a manifest, the manifest, or the name of a shipped journey.
    ///   - openAPI: The document; by default, the one beside the manifest.
    init(_ name: String, openAPI given: String?, _ invocation: Invocation) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
        guard exists || !SandboxJourneys.names.contains(name) else {
            let files = try SandboxJourneys.sources(of: name, now: Date())
            (self.name, folder) = (name, nil)
            manifest = ("\(name)/manifest.json", files.manifest)
            openAPI = ("\(name)/openapi.json", files.openAPI)
            source = SandboxJourneys.folder(of: name)
            return
        }
        guard exists else { throw Support.manifestMissing(name) }
        let path = isFolder.boolValue ? "\(name)/manifest.json" : name
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError.badInput(.manifestMissing, "The folder \(name) has no manifest.json.")
        }
        let bytes = try Support.read(path)
        let document = Support.document(given, beside: path)
        manifest = (path, bytes)
        openAPI = (document, try Support.openAPI(document, for: bytes, invocation).bytes)
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        self.name = parent.standardizedFileURL.lastPathComponent
        folder = parent.relativePath
        source = parent.relativePath
    }

    /// The most bytes of all scenario files of one journey.
    private static let totalLimit = 64 << 20

    /// Returns the script of a draft, and the files below `scenarios`, sorted by path. Links are refused, so that nothing outside
    /// the folder is read or written.
    private static func paths(in folder: String) throws -> [String] {
        let files = FileManager.default
        let main = "\(folder)/events.json"
        try refuseLink("\(folder)/scenarios")
        let names = (try? files.subpathsOfDirectory(atPath: "\(folder)/scenarios")) ?? []
        let scenarios = names.filter { name in endings.contains { name.hasSuffix(".\($0)") } }.sorted()
            .map { "\(folder)/scenarios/\($0)" }
        let paths = (files.fileExists(atPath: main) ? [main] : []) + scenarios
        guard paths.count <= fileLimit else {
            throw CommandError.badInput(.fileTooLarge, "\(folder)/scenarios has more than \(fileLimit) files.")
        }
        var size = 0
        for path in paths {
            try refuseLink(path)
            size += (try files.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        guard size <= totalLimit else {
            throw CommandError.badInput(.fileTooLarge, "The files in \(folder)/scenarios have more than 64 MiB.")
        }
        return paths
    }

    /// Throws `FILE_UNREADABLE` if there is a symbolic link at the path.
    static func refuseLink(_ path: String) throws {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeSymbolicLink else { return }
        throw CommandError.badInput(.fileUnreadable, "\(path) is a symbolic link, which is not followed.")
    }

    /// Reads the scenarios whose file or name contains `filter`. Throws `SCRIPT_INVALID` with file, line and column.
    func scenarios(matching filter: String? = nil) throws -> [Scenario] {
        let scenarios = try ScenarioFolder.paths(in: source).flatMap { path in
            try ScenarioFolder.scripts(in: path).map { Scenario(path: path, script: $0) }
        }
        guard let filter else { return scenarios }
        return scenarios.filter { $0.path.contains(filter) || $0.name.contains(filter) }
    }

    private static func scripts(in path: String) throws -> [EventScript] {
        let bytes = try BoundedFile.read(path, limit: EventScript.byteLimit)
        do throws(JourneyError) {
            if path.hasSuffix(".json") { return try EventScript.all(in: bytes, file: path) }
            let limits = JSONLimits(bytes: EventScript.byteLimit)
            return try EventScript.all(
                in: try YAMLFile.value(of: bytes, name: path, limits: limits, code: .scriptInvalid))
        } catch {
            let isNamed = error.message.hasPrefix(path)
            throw CommandError(
                .badInput, code: error.code.rawValue, isNamed ? error.message : "\(path): \(error.message)")
        }
    }
}
