import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneySandbox

/// What several commands share: files, the development state, dates.
enum Support {
    /// The largest file that a command reads.
    static let largestFile = 16 << 20

    /// The bytes of the file, or of standard input for `-`. Of a file whose mode `policy` refuses, `FILE_WRITABLE` or
    /// `FILE_EXPOSED` is thrown.
    static func read(_ path: String, as policy: FileModePolicy? = nil) throws -> [UInt8] {
        if path == "-" {
            return Array(try FileHandle.standardInput.read(upToCount: largestFile) ?? Data())
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError.badInput("FILE_MISSING", "There is no file \(path).")
        }
        guard !isFolder.boolValue else {
            throw CommandError.badInput("FILE_MISSING", "\(path) is a folder; a file is wanted.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError.badInput("FILE_UNREADABLE", "\(path) cannot be read.")
        }
        try BoundedFile.require(policy, of: file.fileDescriptor, at: path)
        guard let data = try? file.read(upToCount: largestFile + 1) else {
            throw CommandError.badInput("FILE_UNREADABLE", "\(path) cannot be read.")
        }
        guard data.count <= largestFile else {
            throw CommandError.badInput("FILE_TOO_LARGE", "\(path) is larger than 16 MB.")
        }
        return Array(data)
    }

    /// The JSON value that a file holds.
    static func readJSON(_ path: String, as policy: FileModePolicy? = nil) throws -> JSONValue {
        do {
            return try JSONReader.read(try read(path, as: policy), limits: JSONLimits(bytes: largestFile))
        } catch let error as JSONReadError {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) is no strict JSON: \(error).")
        }
    }

    /// Writes `bytes` to `path`, whole or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws { try WholeFile.write(bytes, to: path) }

    static let stateOption = Option(
        .state, value: .directory, help: "Where the development keys are kept",
        defaultText: "dev in $JOURNEY_HOME, or .journey/dev")

    /// The folder of the development state.
    static func stateFolder(_ invocation: Invocation) -> String {
        if let folder = invocation.value(.state) { return absolute(folder) }
        if let home = Environment["JOURNEY_HOME"], !home.isEmpty { return absolute(home) + "/dev" }
        return absolute(".journey/dev")
    }

    /// The folder above it, where other programs of this package keep theirs.
    static func home(_ invocation: Invocation) -> String {
        URL(fileURLWithPath: stateFolder(invocation)).deletingLastPathComponent().path
    }

    static func state(_ invocation: Invocation, renew: Bool = false) throws -> DevelopmentState {
        try DevelopmentState(directory: stateFolder(invocation), renew: renew)
    }

    static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// The file `name` in the folder of `path`.
    static func sibling(_ name: String, of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    static func date(_ date: Date) -> String { date.formatted(.iso8601) }
}
