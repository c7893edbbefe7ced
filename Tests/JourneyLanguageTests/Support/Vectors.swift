import Foundation

/// Public test vectors, which are not part of the repository: `$JOURNEY_VECTORS`, or `shared/vectors` beside it.
enum Vectors {
    static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["JOURNEY_VECTORS"] { return URL(filePath: path) }
        return URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../shared/vectors").standardizedFileURL
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: path))) }

    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }
}
