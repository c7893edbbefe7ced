import Foundation
import JourneyBase
import JourneyHarness

/// The style and the script of the page.
struct TracePageFiles: Sendable {
    let style: String
    let script: String

    /// Loads the files. Throws `CONFIGURATION_INVALID` if they are missing.
    init() throws(JourneyError) {
        style = try ProgramFile.text("page/trace.css", in: Bundle.module.bundlePath)
        script = try ProgramFile.text("page/trace.js", in: Bundle.module.bundlePath)
    }
}
