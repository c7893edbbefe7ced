import Foundation

/// The scripts of this package, run as a person does.
struct Shell {
    let status: Int32
    let output: String
    let problem: String

    /// Runs `script`, text for `sh`, in the package's folder, with these variables besides.
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
        // Short texts: neither pipe is ever full.
        output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        problem = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// As above, with the functions of `scripts/lib` at hand.
    static func functions(_ script: String, _ variables: [String: String] = [:]) throws -> Shell {
        try Shell(
            "set -eu; ROOT=$PWD; for p in say toolchain version xcode products frameworks; do . scripts/lib/$p.sh; done\n\(script)",
            variables)
    }

    /// Returns a folder that is removed when `body` is done.
    static func inScratch<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
