import Foundation
import Synchronization

/// A temporary folder of a test, accessible only to its owner. It is removed with the object, or when the process ends, for
/// constants and tests in processes of their own.
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

    /// Removes a folder. Tries several times, because a thread that is about to end may still create files in it.
    public static func remove(_ path: String) {
        for _ in 0..<10 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
        }
    }

    /// Writes a text file.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The file's name.
    ///   - mode: The file's permissions.
    /// - Returns: The file's path.
    /// - Throws: An error of the file system.
    public func write(_ text: String, _ name: String, mode: Int? = nil) throws -> String {
        try write(Array(text.utf8), name, mode: mode)
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The file's name.
    ///   - mode: The file's permissions.
    /// - Returns: The file's path.
    /// - Throws: An error of the file system.
    public func write(_ bytes: [UInt8], _ name: String, mode: Int? = nil) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        if let mode { try setMode(mode, of: name) }
        return file
    }

    /// Sets the permissions of a file in the folder.
    ///
    /// - Parameters:
    ///   - mode: The permissions.
    ///   - name: The file's name.
    /// - Throws: An error of the file system.
    public func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    /// Reads a file in the folder.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The content.
    /// - Throws: An error of the file system.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path + "/" + name))) }
}
