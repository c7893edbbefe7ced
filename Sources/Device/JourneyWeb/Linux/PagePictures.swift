internal import CWebKitGTK
internal import Foundation
package import JourneyBase

/// Renders pages of this package's own text as pictures, in full length. The pages have no script and load nothing.
@GTKActor
package enum PagePictures {
    /// Returns the page as PNG. Throws `DISPLAY_UNAVAILABLE`, or `PAGE_LOAD_FAILED` when the engine does not show it.
    package static func png(of html: String) async throws(JourneyError) -> [UInt8] {
        let engine = try await WebKitContainer.make(policy: SourcePolicy([]))
        defer { engine.close() }
        engine.showsOwnPages = true
        let (ends, ended) = AsyncStream<JourneyError?>.makeStream()
        engine.start { event, _ in
            switch event {
            case .loaded: ended.yield(nil)
            case .loadFailed(let error): ended.yield(error)
            case .processLost: ended.yield(JourneyError(.pageLoadFailed, "The web process of a picture's page ended."))
            case .closedByPerson:
                ended.yield(JourneyError(.pageLoadFailed, "The window of a picture's page was closed."))
            default: break
            }
        }
        engine.loadOwnPage(html)
        for await failure in ends {
            if let failure { throw failure }
            break
        }
        return try await engine.snapshot(isWhole: true)
    }
}
