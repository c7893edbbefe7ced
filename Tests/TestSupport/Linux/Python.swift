import Foundation

/// Python packages as independent implementations to test against.
///
/// They are installed in `.journey/python` by the set-up of `make test`, with the versions in `scripts/python/requirements.txt`.
public enum Python {
    /// The reason for skipping a test without them.
    public static let missing = "Python's packages are missing: `make test` installs them into .journey/python"

    /// The interpreter with the packages; `nil` if they aren't installed.
    public static let interpreter: String? = {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4)
        let path = NSString.path(withComponents: package + [".journey", "python", "bin", "python"])
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// An interpreter with the standard library: the one with the packages, or the system's; `nil` if there is none.
    public static let standard: String? =
        interpreter ?? ["/usr/bin/python3"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// `true` if the packages are installed.
    public static var isPresent: Bool { interpreter != nil }

    /// Runs a script.
    ///
    /// - Parameters:
    ///   - script: The Python code.
    ///   - arguments: The values of `sys.argv[1:]`.
    /// - Returns: The output, without the last line break.
    /// - Throws: `PythonFailure` with the output if the script fails.
    public static func run(_ script: String, _ arguments: [String] = []) throws -> String {
        guard let interpreter else { throw PythonFailure(output: missing) }
        let result = try TestSupport.run(interpreter, ["-c", script] + arguments)
        guard result.status == 0 else { throw PythonFailure(output: result.text) }
        return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
    }
}

/// The failure of a Python script, with its output.
public struct PythonFailure: Error, CustomStringConvertible {
    let output: String
    public var description: String { "Python failed: \(output)" }
}
