import JourneyBase
import TestSupport
import Testing

@testable import JourneyWeb

/// Checks that the bridge leaves no keys of a document in memory.
@Suite("Bridge keys in memory", .serialized, .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct BridgeMemoryTests {
    enum End: CaseIterable { case leftForAnother, closed }

    @Test("a document's two keys are wiped with it", arguments: End.allCases)
    func keys(end: End) throws {
        let page = try PageSide()
        let scans = try openedKeys(of: page)
        for scan in scans { #expect(try scan.count() > 0) }
        switch end {
        case .leftForAnother: page.begin("b")
        case .closed: page.perform(page.core.close())
        }
        for scan in scans { #expect(try scan.count() == 0) }
    }

    /// Returns the keys of an open channel, whose page keeps none.
    private func openedKeys(of page: PageSide) throws -> [MemoryScan] {
        try page.connect()
        try page.send("event", "ping")
        page.keys = nil
        let keys = try #require(page.core.document?.keys)
        return [MemoryScan(for: keys.pageToSDK), MemoryScan(for: keys.sdkToPage)]
    }
}
