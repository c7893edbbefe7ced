import Foundation
import JourneyBase
import JourneyCLI

/// The files of a template in a folder.
enum TemplateFolder {
    /// The maximum number of files and bytes of a template.
    private static let (mostFiles, mostBytes) = (500, 32 << 20)

    /// Returns all files by path, except hidden files: editors and systems create them, and passes may not contain them.
    static func read(_ path: String) throws(CommandError) -> [String: [UInt8]] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandError.badInput(.templateMissing, "The folder \(path) does not exist.")
        }
        var (files, count): ([String: [UInt8]], Int) = ([:], 0)
        for name in FileManager.default.enumerator(atPath: path)?.allObjects.compactMap({ $0 as? String }) ?? [] {
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let file = "\(path)/\(name)"
            // A symbolic link could add a file from outside the folder.
            let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType
            if type == .typeDirectory { continue }
            guard type == .typeRegular else {
                throw CommandError.badInput(.templateFile, "\(file) is not a regular file.")
            }
            let bytes = try PassFile.read(file)
            count += bytes.count
            files[name] = bytes
            guard files.count <= mostFiles, count <= mostBytes else {
                throw CommandError.badInput(.templateTooLarge, "\(path) has too many files for a pass.")
            }
        }
        return files
    }

    /// Writes a template into a folder that must not exist.
    static func write(_ files: [String: [UInt8]], to path: String) throws(CommandError) {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError.badInput(.folderTaken, "\(path) already exists; nothing was written.")
        }
        do {
            for (name, bytes) in files {
                let file = URL(fileURLWithPath: "\(path)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
        } catch {
            throw CommandError.failed(
                .fileUnwritable, "The folder \(path) cannot be written: \(SystemCause.text(error)).")
        }
    }
}
