import Foundation
import Synchronization

/// A folder of one test that only its owner may read, gone when the test lets go, and at the latest when the process ends: constants,
/// and tests in a process of their own, never let go.
public final class Scratch: Sendable {
    public let path: String

    private static let present = Mutex<Set<String>>([])
    private static let removesAtExit: Void = {
        atexit {
            for path in Scratch.present.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
        }
    }()

    public init() throws {
        _ = Scratch.removesAtExit
        path = NSTemporaryDirectory() + "journey-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        _ = Scratch.present.withLock { $0.insert(path) }
    }

    deinit {
        Scratch.remove(path)
        _ = Scratch.present.withLock { $0.remove(path) }
    }

    /// Removes a folder in which a thread that is about to end may still make files: tries again where one came meanwhile.
    public static func remove(_ path: String) {
        for _ in 0..<10 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
        }
    }

    /// Writes a file and gives its path; with `mode`, with those permissions.
    public func write(_ text: String, _ name: String, mode: Int? = nil) throws -> String {
        try write(Array(text.utf8), name, mode: mode)
    }

    /// Writes a file and gives its path; with `mode`, with those permissions.
    public func write(_ bytes: [UInt8], _ name: String, mode: Int? = nil) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        if let mode { try setMode(mode, of: name) }
        return file
    }

    /// Gives a file of the folder these permissions.
    public func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path + "/" + name))) }
}
