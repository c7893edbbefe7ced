import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import Synchronization
import TestSupport
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("A killed gateway with passes", .timeLimit(.minutes(10))) struct PassCrashTests {
    /// Records the results visible to clients.
    private final class Witness: Sendable {
        struct Seen {
            var sessions: Set<String> = []
            /// The data sent for a session, and the returned bytes if any.
            var calls: [String: (data: String, pass: [UInt8]?)] = [:]
            var answers = 0
        }

        let seen = Mutex(Seen())
    }

    @Test(
        "repeated kills during requests keep answered requests byte for byte and do the others once",
        arguments: GatewayFolder.Store.available)
    func killed(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try folder.writePasses()
            let token = try await PassIssuerFixture.populate(folder, tags: 3)
            let witness = Witness()
            var chance = SplitMix(state: Campaign.seed(10))
            for _ in 0..<Campaign.count(6, campaign: 30) {
                let gateway = try await GatewayProcess(folder, token: token)
                let limit = witness.seen.withLock { $0.answers } + Int.random(in: 1...60, using: &chance)
                await withTaskGroup(of: Void.self) { group in
                    for worker in 0..<8 {
                        group.addTask { await Self.work(gateway, worker, witness, until: limit) }
                    }
                }
                // Before any other worker got here.
                gateway.child.kill()
                _ = await gateway.child.wait()
            }
            try await Self.judge(folder, token, witness.seen.withLock { $0 })
        }
    }

    /// Requests binding data and sends a device's answer until `limit` answers have arrived. Then the gateway is killed while
    /// requests of the others are in progress.
    private static func work(_ gateway: GatewayProcess, _ worker: Int, _ witness: Witness, until limit: Int) async {
        func count() {
            let answers = witness.seen.withLock { seen in
                seen.answers += 1
                return seen.answers
            }
            if answers == limit { gateway.child.kill() }
        }
        while true {
            let tag = "TICKET-00\(worker % 3 + 1)"
            guard let issued = try? await gateway.ask(.post, "issuer_data", ["tag_id": .string(tag)]),
                issued.status == 200,
                let text = (try? JSONReader.read(issued.body))?["issuer_data"]?.string,
                let binding = Data(base64Encoded: text).flatMap({ try? IssuerBindingData(reading: [UInt8]($0)) })
            else { return }
            let session = binding.sessionIdentifier
            let data = Hex.encode(SHA256.hash(Array(session.utf8)))
            witness.seen.withLock { seen in
                seen.sessions.insert(session)
                seen.calls[session] = (data, nil)
            }
            count()
            guard let answer = try? await gateway.call(session, data) else { return }
            guard answer.status == 200 else { continue }
            witness.seen.withLock { $0.calls[session] = (data, answer.body) }
            count()
        }
    }

    private static func judge(_ folder: GatewayFolder, _ token: String, _ seen: Witness.Seen) async throws {
        let credentials = try PassServiceFixture.PassCredentials.live.get()
        let verifier = PassVerifier(anchors: [try TrustAnchor(credentials.root.certificate)])
        let survivor = try await GatewayProcess(folder, token: token)
        #expect(seen.sessions.count > 6)
        for session in seen.sessions {
            let call = try #require(seen.calls[session])
            let status = try JSONReader.read(try await survivor.ask(.get, "sessions/\(session)").body)["status"]?.string
            // Nothing that was answered is lost.
            #expect(status == "completed" || (status == "pending" && call.pass == nil))
            let again = try await survivor.call(session, call.data)
            #expect(again.status == 200)
            if let pass = call.pass { #expect(again.body == pass) }
            _ = try verifier.verify(again.body, at: Date())
            #expect(try await survivor.call(session, call.data).body == again.body)
            #expect(try await survivor.call(session, "00").status == 409)
        }
        survivor.child.closeInput()
        _ = await survivor.child.wait()
        // Each was bound once, with its audit entry.
        let audit = await PassIssuerFixture.run(["audit", "--most", "10000"], in: folder)
        let bound = (audit.json.array ?? []).count { $0["action"]?.string == "bound" }
        let issued = (audit.json.array ?? []).count { $0["action"]?.string == "issued" }
        // Some were issued but their answers lost.
        #expect(bound == seen.sessions.count && issued >= seen.sessions.count)
    }
}
