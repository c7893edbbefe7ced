import Foundation

/// Runs the scripts of this package as a person does.
struct Shell {
    let status: Int32
    let output: String
    let problem: String

    /// Runs `script` with `sh` in the package's folder, with these additional variables.
    init(_ script: String, _ variables: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = Tree.package.root
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let (out, err) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (out, err)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The output is short, so neither pipe can fill up.
        output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        problem = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Runs `script` with the functions of `scripts/lib` loaded.
    static func functions(_ script: String, _ variables: [String: String] = [:]) throws -> Shell {
        try Shell(
            "set -eu; ROOT=$PWD; for p in output toolchain version xcode products frameworks; do . scripts/lib/$p.sh; done\n\(script)",
            variables)
    }

    /// Runs `body` with a folder that is removed afterwards.
    static func inScratch<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
