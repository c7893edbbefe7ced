import Foundation
public import JourneyBase

/// Public test vectors, which stand beside the package and not in it: `$JOURNEY_VECTORS`, or `../shared/vectors` next to
/// the package's folder. Tests whose vectors are missing skip, and say so with `missing`.
public enum Vectors {
    /// What a test that skips says.
    public static let missing = "public test vectors are missing: set JOURNEY_VECTORS to their folder"

    private static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["JOURNEY_VECTORS"] { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3)
        return URL(fileURLWithPath: NSString.path(withComponents: package + ["..", "shared", "vectors"]))
            .standardizedFileURL
    }()

    /// Whether the file or folder `path` is there.
    public static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// Where the file `path` is, for programs that are given it.
    public static func path(_ path: String) -> String { root.appendingPathComponent(path).path }

    /// The bytes of the file `path`.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// The names in the folder `path`, sorted.
    public static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path).sorted()
    }

    /// The JSON of the file `path`, read with the package's own reader.
    public static func json(_ path: String) throws -> JSONValue {
        try JSONReader.read(bytes(path), limits: JSONLimits(bytes: 1 << 24, depth: 32, values: 10_000_000))
    }
}
