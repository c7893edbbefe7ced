import Foundation
import JourneyBase

/// The Python programs of this package, and an interpreter with their dependencies.
package enum PythonProgram {
    /// Returns `JOURNEY_PYTHON`, or the interpreter of this package's set-up, if it has `package`; otherwise `nil`.
    package static func interpreter(with package: String) -> String? {
        if let named = Environment["JOURNEY_PYTHON"] { return has(package, named) ? named : nil }
        // The commands are in .build/…/debug of the package.
        let parents = sequence(first: Tool.ownFolder) { folder in
            folder.lastIndex(of: "/").map { String(folder[..<$0]) }
        }
        let homes = (Environment["JOURNEY_HOME"].map { [$0] } ?? []) + parents.map { $0 + "/.journey" }
        return homes.map { $0 + "/python/bin/python" }.first { has(package, $0) }
    }

    /// Returns the path of a file that `package` of this package's set-up brings; `nil` if it is not installed.
    package static func file(_ name: String, of package: String) -> String? {
        interpreter(with: package).flatMap { path(of: name, in: package, $0) }
    }

    /// Returns `true` if the virtual environment of `python` has `package`.
    static func has(_ package: String, _ python: String) -> Bool { path(of: "__init__.py", in: package, python) != nil }

    private static func path(of name: String, in package: String, _ python: String) -> String? {
        let library = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent().path + "/lib"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        return versions.map { "\(library)/\($0)/site-packages/\(package)/\(name)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Creates a private folder for sockets, keys and logs. Throws `CONFIGURATION_INVALID`.
    static func folder(_ name: String) throws(JourneyError) -> String {
        // Short: a socket's path has at most 107 bytes.
        let folder = "\(NSTemporaryDirectory())/journey-\(name)-\(UUID().uuidString.prefix(8))"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw JourneyError(
                .configurationInvalid,
                "The folder \(folder) for the \(name) could not be created: \(SystemCause.text(error)).")
        }
        return folder
    }

    /// Starts the program at `path` and waits until it reports its address. It ends with this process. Throws
    /// `CONFIGURATION_INVALID` with the program's output in `log`.
    static func start(
        _ path: String, by python: String, _ arguments: [String], log: String,
        started: (ChildProcess) -> Void = { _ in }
    ) async throws(JourneyError) -> (place: String, process: ChildProcess) {
        let process = try ChildProcess(python, ["-B", path, "--attached"] + arguments, log: log)
        started(process)
        let mark = "listening "
        for await line in process.lines where line.hasPrefix(mark) {
            return (String(line.dropFirst(mark.count)), process)
        }
        _ = await process.wait()
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw JourneyError(.configurationInvalid, "The \(name) did not start: \(output.suffix(300))")
    }
}
