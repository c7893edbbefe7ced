import Foundation
package import JourneyBase

/// The scripts that observe pages in development runs. They are in no product.
package struct PageScripts: Sendable {
    /// The script for the observer's own world.
    package let observer: String
    /// The script for the page's world, which reports its console.
    package let console: String
    /// The script that takes a snapshot of a page's DOM, for traces.
    package let snapshot: String

    /// Loads the scripts. Throws `CONFIGURATION_INVALID` if they are missing.
    package init() throws(JourneyError) {
        observer = try PageScripts.text("journey-observer.js")
        console = try PageScripts.text("journey-console.js")
        snapshot = try PageScripts.text("journey-dom.js")
    }

    private static func text(_ name: String) throws(JourneyError) -> String {
        try ProgramFile.text("page/\(name)", in: Bundle.module.bundlePath)
    }
}
