import Foundation
import JourneyBase
import JourneyWire
import Synchronization
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("Pass service rate limiter", .timeLimit(.minutes(5)))
struct PassRateLimiterTests {
    private static let key: [UInt8] = Array("caller".utf8)

    @Test("exactly the allowed number of concurrent requests passes")
    func concurrent() async {
        let gate = PassRateLimiter()
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<500).count { _ in (try? gate.count(Self.key, most: 1_000, now: 0)) != nil }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 1_000)
    }

    @Test(
        "a count expires after ten minutes, an undone one frees a slot, and none goes below zero")
    func windows() throws {
        let gate = PassRateLimiter()
        for _ in 0..<2 { try gate.count(Self.key, most: 2, now: 1_000) }
        let refused = #expect(throws: PassRefusal.self) { try gate.count(Self.key, most: 2, now: 2_000) }
        #expect(refused?.code == .rateLimited && refused?.retryAfter == .milliseconds(599_000))
        #expect(throws: PassRefusal.self) { try gate.refuseExhausted(Self.key, most: 2, now: 600_999) }
        gate.revert(Self.key, now: 2_000)
        try gate.count(Self.key, most: 2, now: 2_000)
        #expect(throws: PassRefusal.self) { try gate.count(Self.key, most: 2, now: 2_000) }
        try gate.count(Self.key, most: 2, now: 601_000)
        gate.revert(Array("nobody".utf8), now: 601_000)
        for _ in 0..<3 { gate.revert(Self.key, now: 601_000) }
        for _ in 0..<2 { try gate.count(Self.key, most: 2, now: 601_000) }
        #expect(throws: PassRefusal.self) { try gate.count(Self.key, most: 2, now: 601_000) }
    }

    @Test("a full limiter drops the least active callers and no exhausted one")
    func full() throws {
        let gate = PassRateLimiter(capacity: 100)
        let used: [[UInt8]] = (0..<10).map { Array("used \($0)".utf8) }
        for key in used { for _ in 0..<5 { try gate.count(key, most: 5, now: 0) } }
        // Far more other keys than fit, with one request each.
        for number in 0..<1_000 { try gate.count(Array("other \(number)".utf8), most: 5, now: 1) }
        for key in used {
            #expect(throws: PassRefusal.self) { try gate.count(key, most: 5, now: 2) }
            #expect(throws: PassRefusal.self) { try gate.refuseExhausted(key, most: 5, now: 2) }
        }
        // Expired windows are removed first, and start again.
        for number in 0..<1_000 { try gate.count(Array("later \(number)".utf8), most: 5, now: 600_000) }
        for key in used { try gate.count(key, most: 5, now: 600_000) }
    }

    @Test("a limiter full of busy callers still counts new ones within its capacity")
    func busy() throws {
        let gate = PassRateLimiter(capacity: 4)
        for number in 0..<20 {
            let key = Array("busy \(number)".utf8)
            for _ in 0..<3 { try gate.count(key, most: 3, now: 0) }
            #expect(throws: PassRefusal.self) { try gate.count(key, most: 3, now: 0) }
            #expect(gate.size <= 4)
        }
    }

    /// Returns the codes of a hundred concurrent requests with their counts.
    private func codes(_ ask: @escaping @Sendable () async throws -> PassServiceFixture.Reply) async throws -> [String:
        Int]
    {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await ask().code } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test(
        "a token's limit for binding data holds for concurrent requests",
        arguments: PassServiceFixture.Store.available
    )
    func issuerData(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store, { ($0.rates.issuerData, $0.rates.tag) = (7, 1_000) }) { fixture in
            let answers = try await codes { try await fixture.issue() }
            #expect(answers == ["200": 7, "RATE_LIMITED": 93])
            let sessions = try await fixture.count("SELECT count(*) FROM pass_session")
            #expect(sessions == 7)
        }
    }

    @Test("a tag's limit holds for concurrent requests, and refused ones do not count for the token")
    func tags() async throws {
        try await PassServiceFixture.visit(.sqlite, { ($0.rates.issuerData, $0.rates.tag) = (10, 7) }) { fixture in
            let answers = try await codes { try await fixture.issue() }
            #expect(answers == ["200": 7, "RATE_LIMITED": 93])
            let others = try await codes { try await fixture.issue("TICKET-002") }
            #expect(others == ["200": 3, "RATE_LIMITED": 97])
        }
    }

    @Test("a token's limit for session reads holds for concurrent requests")
    func reads() async throws {
        try await PassServiceFixture.visit(.sqlite, { $0.rates.reads = 7 }) { fixture in
            let session = try #require(try await fixture.issue().binding?.sessionIdentifier)
            let looks = try await codes { try await fixture.status(of: session) }
            #expect(looks == ["200": 7, "RATE_LIMITED": 93])
            // An unknown caller isn't counted and learns nothing about limits.
            #expect(
                try await codes { try await fixture.status(of: session, token: "stranger") } == ["TOKEN_INVALID": 100])
        }
    }
}
