import Foundation
import JourneyCLI
import JourneyHarness

/// The program `journey-web`, which has the web engine.
enum WebProgram {
    private static let path = "\(Tool.ownFolder)/journey-web"

    /// Throws `WEB_MISSING` when it was not built; `command` is what builds it.
    static func check(for command: String) throws(CommandError) {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandError.failed(
                "WEB_MISSING", "journey-web is not built; start with ./journey \(command), which builds it.")
        }
    }

    /// Makes this process run it with `words`. Returns only by throwing.
    static func become(_ words: [String]) throws(CommandError) -> Never {
        Tool.become(path, words)
        throw CommandError.failed("WEB_MISSING", "\(path) cannot be started.")
    }
}
