import Foundation
public import JourneyBase

/// Public test vectors, which are not part of the package.
///
/// Each path is searched in `$JOURNEY_VECTORS`, or else in `../shared/vectors` next to the package's folder, and then in
/// `.journey/vectors`, where `scripts/vectors.sh` puts vectors from PyPI packages. Tests without their vectors are skipped with
/// `missing`.
public enum Vectors {
    /// The reason for skipping a test.
    public static let missing =
        "public test vectors are missing: run scripts/vectors.sh, or set JOURNEY_VECTORS to their folder"

    private static let roots: [URL] = {
        let package = URL(
            fileURLWithPath: NSString.path(
                withComponents: Array(URL(fileURLWithPath: #filePath).pathComponents.dropLast(3))))
        let given =
            ProcessInfo.processInfo.environment["JOURNEY_VECTORS"].map { URL(fileURLWithPath: $0) }
            ?? package.appendingPathComponent("../shared/vectors").standardizedFileURL
        return [given, package.appendingPathComponent(".journey/vectors")]
    }()

    /// Returns the URL of `path` in the first folder that has it, or in the first folder.
    private static func url(_ path: String) -> URL {
        let places = roots.map { $0.appendingPathComponent(path) }
        return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
    }

    /// Returns `true` if the file or folder exists.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

    /// Returns the full path of a file, for other programs.
    public static func path(_ path: String) -> String { url(path).path }

    /// Reads a file.
    ///
    /// - Parameter path: The file's path among the vectors.
    /// - Returns: The content.
    /// - Throws: An error of the file system.
    public static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    /// Lists a folder.
    ///
    /// - Parameter path: The folder's path among the vectors.
    /// - Returns: The names, sorted.
    /// - Throws: An error of the file system.
    public static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
    }

    /// Reads a JSON file with the package's own reader.
    ///
    /// - Parameter path: The file's path among the vectors.
    /// - Returns: The value.
    /// - Throws: An error of the file system, or `JSONReadError`.
    public static func json(_ path: String) throws -> JSONValue {
        try JSONReader.read(bytes(path), limits: JSONLimits(bytes: 1 << 24, depth: 32, values: 10_000_000))
    }
}
