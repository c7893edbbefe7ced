import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyPassTool

@Suite("Waiting for a push") struct PushInboxTests {
    /// A fake APNs that answers with these numbers in turn, and then times out.
    private final class FakePushes: HTTPTransport {
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

    private func inbox(_ fake: FakePushes, clock: any Clock<Duration> = ContinuousClock()) throws -> PushInbox {
        PushInbox(
            service: try #require(Origin(scheme: "https", host: "localhost", port: 8_443)),
            device: WalletDevice(libraryIdentifier: "device", pushToken: "5a5a"), transport: fake,
            clock: clock)
    }

    private static let busy = JourneyError(.walletBusy, "Another command has the wallet.")

    private static let change = PassChange(
        id: "one", serialNumber: "S-1", organization: "Acme", fields: [], isVoided: true)

    @Test("a change that is already there is returned without waiting")
    func already() async throws {
        let fake = FakePushes([3])
        let result = try await inbox(fake).update(within: .seconds(60)) { ([Self.change], []) }
        #expect(result.changes == [Self.change] && fake.queries.withLock { $0 } == [nil])
    }

    @Test("each push has the services asked again, until something has changed")
    func pushed() async throws {
        let fake = FakePushes([3, 3, 4, 6])
        let asked = Mutex(0)
        let result = try await inbox(fake).update(within: .seconds(60)) {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return (count == 3 ? [Self.change] : [], [])
        }
        #expect(result.changes.count == 1 && asked.withLock { $0 } == 3)
        #expect(fake.queries.withLock { $0 } == [nil, "after=3", "after=3", "after=4"])
    }

    @Test("a wallet in use by another command is waited for within the time")
    func busy() async throws {
        let clock = ManualClock(hurried: true)
        let asked = Mutex(0)
        let result = try await inbox(FakePushes([3, 4]), clock: clock).update(within: .seconds(60)) {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            // Busy at first, and again when the push comes.
            if [1, 3, 4].contains(count) { throw Self.busy }
            return (count == 5 ? [Self.change] : [], [])
        }
        #expect(result.changes == [Self.change] && asked.withLock { $0 } == 5 && clock.naps.count == 3)
        let late = await #expect(throws: JourneyError.self) {
            try await inbox(FakePushes([3]), clock: ManualClock(hurried: true)).update(within: .seconds(2)) {
                throw Self.busy
            }
        }
        #expect(late?.code == .walletBusy)
        // Every other failure is reported at once.
        let (other, idle) = (ManualClock(hurried: true), JourneyError(.storeFailed, "No room."))
        await #expect(throws: idle) {
            try await inbox(FakePushes([3]), clock: other).update(within: .seconds(2)) { throw idle }
        }
        #expect(other.naps.isEmpty)
    }

    @Test("a wait without a change ends without failures")
    func nothing() async throws {
        let result = try await inbox(FakePushes([0])).update(within: .milliseconds(100)) { ([], []) }
        #expect(result.changes.isEmpty && result.failures.isEmpty)
    }
}
