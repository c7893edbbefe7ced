import Foundation
import JourneyBase

/// The style and the script of the page.
struct TracePageFiles: Sendable {
    let style: String
    let script: String

    /// Loads the files. Throws `CONFIGURATION_INVALID` if they are missing.
    init() throws(JourneyError) {
        style = try TracePageFiles.text("trace.css")
        script = try TracePageFiles.text("trace.js")
    }

    private static func text(_ name: String) throws(JourneyError) -> String {
        let path = Bundle.module.bundlePath + "/page/\(name)"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw JourneyError(
                .configurationInvalid, "\(path) is missing; reinstall the program with its resources.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
