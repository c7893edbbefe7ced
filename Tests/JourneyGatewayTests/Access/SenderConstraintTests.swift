import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Tokens bound to their sender")
struct SenderConstraintTests {
    /// Returns a token bound to `key`.
    private func bound(_ fixture: ProviderFixture, to key: P256PrivateKey) async throws -> String {
        try await fixture.provider.token(
            TestProvider.claims(now: fixture.now, changes: ["cnf": ["jkt": .string(key.publicKey.thumbprint)]]))
    }

    @Test("a bound token is accepted with a proof of its key, once for each proof")
    func proofs() async throws {
        let fixture = try await ProviderFixture(senders: .required)
        let key = try P256PrivateKey.generate()
        let token = try await bound(fixture, to: key)
        let first = try await fixture.proof(token, by: key)
        #expect(try await fixture.problem(token, scheme: "DPoP", proof: first) == nil)
        #expect(try await fixture.problem(token, scheme: "DPoP", proof: first)?.status == 401)
        let second = try await fixture.proof(token, by: key, identifier: "proof-2")
        #expect(try await fixture.problem(token, scheme: "DPoP", proof: second) == nil)
    }

    @Test("a stolen token is worth nothing without its key")
    func stolen() async throws {
        let fixture = try await ProviderFixture()
        let (key, thief) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let token = try await bound(fixture, to: key)
        let proof = try await fixture.proof(token, by: key)
        let other = try await bound(fixture, to: thief)
        let attempts: [(String, String, String?, HTTPMethod)] = [
            (token, "Bearer", nil, .get), (token, "Bearer", proof, .get), (token, "DPoP", nil, .get),
            (token, "DPoP", try await fixture.proof(token, by: thief), .get),
            (token, "DPoP", try await fixture.proof(other, by: key), .get), (token, "DPoP", proof, .post),
            (token, "DPoP", try await fixture.proof(token, by: key, age: 61), .get),
            (token, "DPoP", try await fixture.proof(token, by: key, age: -6), .get), (token, "DPoP", proof + "A", .get),
        ]
        for (token, scheme, proof, method) in attempts {
            #expect(try await fixture.problem(token, scheme: scheme, proof: proof, method: method)?.status == 401)
        }
        var twice = try fixture.request(token, "DPoP", proof: proof)
        twice.headers.add("DPoP", proof)
        #expect(await fixture.identity.refusal(of: twice)?.status == 401)
        // None of them has used up the proof.
        #expect(try await fixture.problem(token, scheme: "DPoP", proof: proof) == nil)
    }

    @Test("where senders must be bound, an unbound token is refused")
    func unbound() async throws {
        let fixture = try await ProviderFixture(senders: .required)
        let token = try await fixture.provider.token(TestProvider.claims(now: fixture.now))
        #expect(try await fixture.problem(token)?.status == 401)
    }

    @Test("a token bound to a certificate is accepted on a connection with it, and on no other")
    func certificates() async throws {
        let fixture = try await ProviderFixture(senders: .required)
        let certificate: [UInt8] = Array("a certificate in DER".utf8)
        let token = try await fixture.provider.token(
            TestProvider.claims(
                now: fixture.now,
                changes: ["cnf": ["x5t#S256": .string(Base64URL.encode(SHA256.hash(certificate)))]]))
        for (shown, status) in [(certificate, 200), (certificate + [0], 401), (nil, 401)] as [([UInt8]?, Int)] {
            let problem = try await ClientCertificates.$shown.withValue(shown) { try await fixture.problem(token) }
            #expect(problem?.status ?? 200 == status)
        }
    }

    @Test("a proof needs the gateway's nonce of this or the last period, which refusals carry")
    func nonces() async throws {
        let fixture = try await ProviderFixture(hasNonces: true)
        let key = try P256PrivateKey.generate()
        let token = try await bound(fixture, to: key)
        let refused = try #require(
            try await fixture.problem(token, scheme: "DPoP", proof: try await fixture.proof(token, by: key)))
        #expect(refused.status == 401)
        #expect(
            refused.headers.values(of: "WWW-Authenticate").last?.hasSuffix(", error=\"use_dpop_nonce\"") == true)
        let nonce = try #require(refused.headers["DPoP-Nonce"])
        func isKnown(_ nonce: String, _ identifier: String) async throws -> Bool {
            let proof = try await fixture.proof(token, by: key, nonce: nonce, identifier: identifier)
            return try await fixture.problem(token, scheme: "DPoP", proof: proof) == nil
        }
        #expect(try await isKnown(nonce, "a"))
        #expect(try await !isKnown(nonce + "A", "b"))
        fixture.advance(by: 299)
        #expect(try await isKnown(nonce, "c"))
        fixture.advance(by: 301)
        #expect(try await !isKnown(nonce, "d"))
    }

    @Test("instances that share a database accept a proof once between them")
    func instances() async throws {
        let database = try await Database.patient(.memory)
        let (one, other) = (try await DPoPStore(database), try await DPoPStore(database))
        let key = try P256PrivateKey.generate()
        let url = try #require(HTTPSURL("https://a.example/"))
        let proof = try DPoPProof(
            try await DPoPProof.make(for: .get, url, identifier: "i", at: 100, by: key, .p256(key.publicKey)))
        #expect(try await one.isFirst(proof, now: 100))
        #expect(try await !other.isFirst(proof, now: 160))
        // Long after every process refuses it by its time.
        #expect(try await other.isFirst(proof, now: 701))
    }
}
