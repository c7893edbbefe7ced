internal import CWebKitGTK
internal import Foundation
package import JourneyBase

/// Renders pages of this package's own text as pictures, in full length. The pages have no script and load nothing.
@GTKActor
package enum PagePictures {
    /// Returns the page as PNG. Throws `DISPLAY_UNAVAILABLE`, or `PAGE_LOAD_FAILED` when the engine does not show it.
    package static func png(of html: String) async throws(JourneyError) -> [UInt8] {
        let engine = try await WebKitContainer.make(policy: SourcePolicy([]), title: "Picture")
        defer { engine.close() }
        engine.showsOwnPages = true
        let (ends, ended) = AsyncStream<Bool>.makeStream()
        engine.start { event, _ in
            switch event {
            case .loaded: ended.yield(true)
            case .loadFailed, .processLost, .closedByPerson: ended.yield(false)
            default: break
            }
        }
        engine.loadOwnPage(html)
        var isLoaded = false
        for await isGood in ends {
            isLoaded = isGood
            break
        }
        guard isLoaded else { throw JourneyError(.pageLoadFailed, "The page could not be loaded for its picture.") }
        return try await engine.snapshot(isWhole: true)
    }
}
