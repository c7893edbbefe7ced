import Foundation
import JourneyBase
import JourneyCLI

/// The output folder of a demo: screenshots, the timeline, the trace and its page, the databases of the bank or the wallet, and the
/// processes' logs.
struct DemoFolder: Sendable {
    let path: String

    /// Creates the folder, or removes the files of an earlier demo; other files are kept.
    init(_ path: String) throws {
        self.path = path
        let files = FileManager.default
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            for name in try files.contentsOfDirectory(atPath: path) where DemoFolder.isOurs(name) {
                try files.removeItem(atPath: "\(path)/\(name)")
            }
        } catch {
            throw CommandError.failed(
                .fileUnwritable, "The folder \(path) could not be prepared: \(error.localizedDescription)")
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        ["timeline.json", "trace.zip", "trace.html", "logs"].contains(name) || name.hasPrefix("bank.sqlite")
            || name.hasPrefix("wallet.sqlite") || name.hasPrefix("passes.sqlite")
            || (name.hasSuffix(".png") && name.prefix(2).allSatisfy(\.isNumber))
    }

    var database: String { "\(path)/bank.sqlite" }
    var walletDatabase: String { "\(path)/wallet.sqlite" }
    var passDatabase: String { "\(path)/passes.sqlite" }
    var trace: String { "\(path)/trace.zip" }
    /// The page of the trace.
    var report: String { "\(path)/trace.html" }
    var timeline: String { "\(path)/timeline.json" }

    /// Returns the log file for a process's standard error.
    func log(_ name: String) -> String {
        try? FileManager.default.createDirectory(atPath: "\(path)/logs", withIntermediateDirectories: true)
        return "\(path)/logs/\(name).log"
    }

    /// Returns the bytes of a file in the folder; `nil` if there is none.
    func contents(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
    }

    func write(_ text: String, to path: String) throws { try Support.write(Array(text.utf8), to: path) }

    /// Returns the last lines of a process's log, which explain a failure.
    func logTail(of name: String) -> String {
        let text = (try? String(contentsOfFile: log(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(5).joined(separator: "\n")
    }
}
