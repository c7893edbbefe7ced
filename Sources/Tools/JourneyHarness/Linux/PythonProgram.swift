import Foundation
import JourneyBase

/// The Python programs of this package, and an interpreter that has what they need.
enum PythonProgram {
    /// `JOURNEY_PYTHON`, or the interpreter of this package's set-up, where it has `package`; `nil` when there is none.
    static func interpreter(with package: String) -> String? {
        if let named = Environment["JOURNEY_PYTHON"] { return has(package, named) ? named : nil }
        // The commands stand in .build/…/debug of the package.
        let parents = sequence(first: Tool.ownFolder) { folder in
            folder.lastIndex(of: "/").map { String(folder[..<$0]) }
        }
        let homes = (Environment["JOURNEY_HOME"].map { [$0] } ?? []) + parents.map { $0 + "/.journey" }
        return homes.map { $0 + "/python/bin/python" }.first { has(package, $0) }
    }

    /// Returns `true` if the virtual environment of `python` has `package`.
    static func has(_ package: String, _ python: String) -> Bool {
        let library = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent().path + "/lib"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        return versions.contains {
            FileManager.default.fileExists(atPath: "\(library)/\($0)/site-packages/\(package)/__init__.py")
        }
    }

    /// A private folder, for sockets, keys and logs. Throws `CONFIGURATION_INVALID`.
    static func folder(_ name: String) throws(JourneyError) -> String {
        // Short: a socket's path has 107 bytes.
        let folder = "\(NSTemporaryDirectory())/journey-\(name)-\(UUID().uuidString.prefix(8))"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw JourneyError(.configurationInvalid, "There is no room for the \(name)'s files at \(folder).")
        }
        return folder
    }

    /// Starts the program at `path` and waits until it says that it listens, and where. It ends with this process. Throws
    /// `CONFIGURATION_INVALID` with what it said in `log`.
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
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw JourneyError(.configurationInvalid, "The \(name) does not start: \(said.suffix(300))")
    }
}
