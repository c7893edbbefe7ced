import Foundation
import JourneyBase
import Synchronization
import Testing

@testable import JourneyPassTool

@Suite("Waiting for a push") struct PushInboxTests {
    /// A stand-in for APNs that says these numbers, one after the other, and then nothing in time.
    private final class StandIn: HTTPTransport {
        private let counts: Mutex<[Int64]>
        let queries = Mutex<[String?]>([])

        init(_ counts: [Int64]) { self.counts = Mutex(counts) }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            queries.withLock { $0.append(request.url.query) }
            let next = counts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else {
                try await Task.sleep(for: .milliseconds(20))
                throw JourneyError(.netTimeout, "Nothing in time.")
            }
            return .json(["count": .number(JSONNumber(next)), "topics": []])
        }
    }

    private func inbox(_ standIn: StandIn) throws -> PushInbox {
        PushInbox(
            service: try #require(Origin(scheme: "https", host: "localhost", port: 8_443)),
            device: WalletDevice(libraryIdentifier: "device", pushToken: "5a5a"), transport: standIn,
            clock: ContinuousClock())
    }

    private static let change = PassChange(
        id: "one", serialNumber: "S-1", organization: "Acme", fields: [], isVoided: true)

    @Test("what has changed already is not waited for")
    func already() async throws {
        let standIn = StandIn([3])
        let result = try await inbox(standIn).update(within: .seconds(60)) { ([Self.change], []) }
        #expect(result.changes == [Self.change] && standIn.queries.withLock { $0 } == [nil])
    }

    @Test("each push has the services asked again, until something has changed")
    func pushed() async throws {
        let standIn = StandIn([3, 3, 4, 6])
        let asked = Mutex(0)
        let result = try await inbox(standIn).update(within: .seconds(60)) {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return (count == 3 ? [Self.change] : [], [])
        }
        #expect(result.changes.count == 1 && asked.withLock { $0 } == 3)
        #expect(standIn.queries.withLock { $0 } == [nil, "after=3", "after=3", "after=4"])
    }

    @Test("nothing in time is nothing, and no failure")
    func nothing() async throws {
        let result = try await inbox(StandIn([0])).update(within: .milliseconds(100)) { ([], []) }
        #expect(result.changes.isEmpty && result.failures.isEmpty)
    }
}
