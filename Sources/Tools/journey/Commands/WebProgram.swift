import Foundation
import JourneyCLI
import JourneyHarness

/// The program `journey-web`, which contains the web engine.
enum WebProgram {
    private static let path = "\(Tool.ownFolder)/journey-web"

    /// Throws `WEB_MISSING` if the program was not built; `command` builds it.
    static func check(for command: String) throws(CommandError) {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandError.failed(
                .webMissing, "journey-web is not built; start with ./journey \(command), which builds it.")
        }
    }

    /// Replaces this process with the program and `words` as its arguments. Returns only by throwing.
    static func become(_ words: [String]) throws(CommandError) -> Never {
        Tool.become(path, words)
        throw CommandError.failed(.webMissing, "\(path) could not be started.")
    }
}
