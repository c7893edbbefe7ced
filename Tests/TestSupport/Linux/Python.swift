import Foundation

/// Python's packages as the other side: programs that share no code and no author with ours.
///
/// They stand in `.journey/python`, pinned by `scripts/python/requirements.txt`; the set-up of `make test` installs them.
public enum Python {
    /// What a test that skips says.
    public static let missing = "Python's packages are missing: `make test` installs them into .journey/python"

    /// The interpreter that has them; `nil` when there is none.
    public static let interpreter: String? = {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4)
        let path = NSString.path(withComponents: package + [".journey", "python", "bin", "python"])
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// An interpreter for programs that need the standard library alone: the pinned one, or else the system's; `nil` when there is
    /// none.
    public static let standard: String? =
        interpreter ?? ["/usr/bin/python3"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether the pinned packages are installed.
    public static var isPresent: Bool { interpreter != nil }

    /// Runs `script` with `arguments` in `sys.argv[1:]` and gives what it printed, without the last line's end. Throws
    /// `PythonFailure` with all that it wrote when it fails.
    public static func run(_ script: String, _ arguments: [String] = []) throws -> String {
        guard let interpreter else { throw PythonFailure(output: missing) }
        let result = try TestSupport.run(interpreter, ["-c", script] + arguments)
        guard result.status == 0 else { throw PythonFailure(output: result.text) }
        return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
    }
}

/// A Python script that failed, with what it wrote.
public struct PythonFailure: Error, CustomStringConvertible {
    let output: String
    public var description: String { "Python failed: \(output)" }
}
