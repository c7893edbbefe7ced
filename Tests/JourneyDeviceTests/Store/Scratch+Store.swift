import Foundation
import TestSupport
import Testing

/// The store of one test in its folder, and its files.
extension Scratch {
    var store: String { path + "/store" }

    func file(_ name: String) -> String { store + "/" + name }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file(name)))) }

    /// Writes in place, so that the mode stays.
    func overwrite(_ name: String, _ bytes: [UInt8]) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file(name)))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// Makes a file at the whole path `path`.
    func place(_ path: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

    func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: store).sorted() } }
}
