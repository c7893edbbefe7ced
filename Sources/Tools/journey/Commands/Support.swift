import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneyOpenAPITool
import JourneySandbox

/// Helpers that several commands share: files, the development state, dates.
enum Support {
    /// The maximum size of a file that a command reads, in bytes.
    static let largestFile = 16 << 20

    /// Returns the bytes of a file, or of standard input for `-`. Throws `FILE_WRITABLE` or `FILE_EXPOSED` if `policy` refuses
    /// the file's mode.
    static func read(_ path: String, as policy: FileModePolicy? = nil) throws -> [UInt8] {
        if path == "-" {
            return Array(try FileHandle.standardInput.read(upToCount: largestFile) ?? Data())
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError.badInput(.fileMissing, "There is no file \(path).")
        }
        guard !isFolder.boolValue else {
            throw CommandError.badInput(.fileMissing, "\(path) is a folder, not a file.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError.badInput(.fileUnreadable, "\(path) could not be opened for reading.")
        }
        try BoundedFile.require(policy, of: file.fileDescriptor, at: path)
        guard let data = try? file.read(upToCount: largestFile + 1) else {
            throw CommandError.badInput(.fileUnreadable, "\(path) could not be read.")
        }
        guard data.count <= largestFile else {
            throw CommandError.badInput(.fileTooLarge, "\(path) is larger than 16 MB.")
        }
        return Array(data)
    }

    /// Returns the error for `name`, which is neither a file nor a shipped journey, with the journey of a similar name.
    /// `reason` continues the sentence.
    static func manifestMissing(_ name: String, because reason: String = "") -> CommandError {
        let near = Suggestion.nearest(to: name, in: SandboxJourneys.names).map { " Did you mean ‘\($0)’?" } ?? ""
        return CommandError.badInput(
            .manifestMissing, "There is neither a file nor a shipped journey with the name ‘\(name)’\(reason).\(near)")
    }

    /// Returns the JSON value of a file.
    static func readJSON(_ path: String, as policy: FileModePolicy? = nil) throws -> JSONValue {
        do {
            return try JSONReader.read(try read(path, as: policy), limits: JSONLimits(bytes: largestFile))
        } catch let error as JSONReadError {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) is not valid JSON: \(error).")
        }
    }

    /// Writes `bytes` to `path` atomically.
    static func write(_ bytes: [UInt8], to path: String) throws { try WholeFile.write(bytes, to: path) }

    static let stateOption = Option(
        .state, value: .directory, help: "The folder of the development keys",
        defaultText: "dev in $JOURNEY_HOME, or .journey/dev")

    /// Returns the folder of the development state.
    static func stateFolder(_ invocation: Invocation) -> String {
        if let folder = invocation.value(.state) { return absolute(folder) }
        if let home = Environment["JOURNEY_HOME"], !home.isEmpty { return absolute(home) + "/dev" }
        return absolute(".journey/dev")
    }

    /// Returns the parent folder, where other programs of this package store their data.
    static func home(_ invocation: Invocation) -> String {
        URL(fileURLWithPath: stateFolder(invocation)).deletingLastPathComponent().path
    }

    static func state(_ invocation: Invocation, renew: Bool = false) throws -> DevelopmentState {
        try DevelopmentState(directory: stateFolder(invocation), renew: renew)
    }

    static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// Returns the path of `name` in the folder of `path`.
    static func sibling(_ name: String, of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// The names of the OpenAPI document beside a manifest, the first that exists counts.
    private static let documentNames = ["openapi.json", "openapi.yaml", "openapi.yml"]

    /// Returns the path of the OpenAPI document beside `manifest`, or `nil` if there is none.
    static func document(beside manifest: String) -> String? {
        guard manifest != "-" else { return nil }
        return documentNames.map { sibling($0, of: manifest) }.first(where: FileManager.default.fileExists)
    }

    /// Returns the path of the OpenAPI document of `manifest`: `given`, or the one beside the manifest.
    static func document(_ given: String?, beside manifest: String) -> String {
        given ?? document(beside: manifest) ?? sibling(documentNames[0], of: manifest)
    }

    /// Reads the OpenAPI document of a manifest's command, with its overlays, and says what its author should look at.
    static func openAPI(
        _ path: String, for manifest: [UInt8], _ invocation: Invocation
    ) throws -> OpenAPIInput {
        let input = try OpenAPIInput(path, for: manifest, overlays: invocation.values(.overlay))
        for warning in input.warnings { invocation.terminal.talk("Warning: \(warning)") }
        return input
    }

    static func date(_ date: Date) -> String { date.formatted(.iso8601) }
}
