import Foundation
import JourneyBase
import JourneyCLI

/// The folder that a demo leaves: pictures, the timeline, the report, the books of the bank or the wallet, and the processes' logs.
struct DemoFolder: Sendable {
    let path: String

    /// Makes the folder, or clears what an earlier demo left in it; what is not a demo's stays.
    init(_ path: String) throws {
        self.path = path
        let files = FileManager.default
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            for name in try files.contentsOfDirectory(atPath: path) where DemoFolder.isOurs(name) {
                try files.removeItem(atPath: "\(path)/\(name)")
            }
        } catch {
            throw CommandError.failed("FILE_UNWRITABLE", "The folder \(path) cannot be written.")
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        ["timeline.json", "report.html", "logs"].contains(name) || name.hasPrefix("bank.sqlite")
            || name.hasPrefix("wallet.sqlite") || name.hasPrefix("passes.sqlite")
            || (name.hasSuffix(".png") && name.prefix(2).allSatisfy(\.isNumber))
    }

    var database: String { "\(path)/bank.sqlite" }
    var walletDatabase: String { "\(path)/wallet.sqlite" }
    var passDatabase: String { "\(path)/passes.sqlite" }
    var report: String { "\(path)/report.html" }
    var timeline: String { "\(path)/timeline.json" }

    /// Where a process's standard error goes.
    func log(_ name: String) -> String {
        try? FileManager.default.createDirectory(atPath: "\(path)/logs", withIntermediateDirectories: true)
        return "\(path)/logs/\(name).log"
    }

    func write(_ text: String, to path: String) throws { try Support.write(Array(text.utf8), to: path) }

    /// The last lines of a process's log, to say why it ended.
    func lastWords(of name: String) -> String {
        let text = (try? String(contentsOfFile: log(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(5).joined(separator: "\n")
    }
}
