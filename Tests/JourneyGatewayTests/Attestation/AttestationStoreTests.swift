import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Attestation store")
struct AttestationStoreTests {
    private static let bounds = AttestationStore.Bounds(challenges: 4, keys: 4, runs: 4)

    private func finding(_ number: UInt8) throws -> AppAttestCheck.Finding {
        AppAttestCheck.Finding(
            key: try P256PrivateKey.generate().publicKey, keyID: [number], appID: "app", kind: .development)
    }

    /// Runs `body` with a store over the given kind of database.
    private func visit(_ kind: GatewayFolder.Store, _ body: (AttestationStore) async throws -> Void) async throws {
        try await GatewayFolder.visit(keepingIn: kind) { folder in
            let place = try GatewayContent(file: folder.file, at: Date()).configuration.store.place()
            let database = try await Database.patient(place)
            defer { database.close() }
            try await body(try await AttestationStore(database, bounds: Self.bounds))
        }
    }

    @Test(
        "the newest keys are kept, and storing a known key again evicts none",
        arguments: GatewayFolder.Store.available)
    func keys(kind: GatewayFolder.Store) async throws {
        try await visit(kind) { store in try await keys(of: store) }
    }

    private func keys(of store: AttestationStore) async throws {
        func keep(_ number: UInt8) async throws -> Bool {
            try await store.store(try finding(number), instance: "i", partner: "p", client: "c", at: 1)
        }
        for number in 1...4 { #expect(try await keep(UInt8(number))) }
        for _ in 0..<20 { #expect(try await !keep(4)) }
        for number in 1...4 { #expect(try await store.key([UInt8(number)]) != nil) }
        #expect(try await keep(5))
        #expect(try await store.key([1]) == nil)
        for number in 2...5 { #expect(try await store.key([UInt8(number)]) != nil) }
    }

    @Test("the newest challenges and runs are kept")
    func challenges() async throws {
        let store = try await AttestationStore(try await Database.patient(.memory), bounds: Self.bounds)
        for number in UInt8(1)...5 {
            try await store.store(challenge: [number], of: [number], instance: "i", until: 9, now: 1)
            let run = AttestationStore.Run(key: [1], session: [1], journey: "j", manifestHash: [], expires: 9)
            try await store.store(run, ticket: [number], now: 1)
        }
        #expect(try await store.run(ticket: [1], now: 1) == nil)
        #expect(try await !store.use(challenge: [1], of: [1], instance: "i", now: 1))
        for number in UInt8(2)...5 {
            #expect(try await store.run(ticket: [number], now: 1) != nil)
            #expect(try await store.use(challenge: [number], of: [number], instance: "i", now: 1))
        }
    }
}
