import Glibc

/// Runs other programs to their end.
package enum Tool {
    /// Returns the exit status and the standard output; 127 when the program does not exist.
    package static func run(_ name: String, _ arguments: [String]) async -> (status: Int32, output: String) {
        guard let child = try? ChildProcess(name, arguments, log: "/dev/null") else { return (127, "") }
        child.closeInput()
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.wait(), lines.joined(separator: "\n"))
    }

    /// Returns the program's path on PATH, or `nil`.
    package static func path(of name: String) -> String? {
        for folder in (Environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        return nil
    }

    /// Replaces this process with another program (`exec`); returns only on failure.
    package static func become(_ path: String, _ arguments: [String]) {
        signal(SIGPIPE, SIG_DFL)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        for word in words { free(word) }
    }

    /// The folder of this process's own executable.
    package static var ownFolder: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    }
}
