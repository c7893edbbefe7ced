import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("App Attest at the gateway", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct AppAttestServiceTests {
    @Test("an App Attest device succeeds in production, and its assertion cannot be replayed")
    func whole() async throws {
        let fixture = try await AttestationFixture()
        var app = try DevelopmentApp()
        func object(_ change: [String: JSONValue], _ data: [UInt8]) throws -> JSONValue {
            try AppAttestPython.make([
                "it": .object(change.merging(["hash": .string(Hex.encode(SHA256.hash(data)))]) { $1 })
            ])
        }
        let data = fixture.clientData("attest", try await fixture.challenge(for: app), app)
        let made = try object([:], data)
        let roots = try Certificate.list(pem: try #require(made["root"]?.string)).map { try TrustAnchor($0) }
        let policy = AttestationFixture.policy("production", development: false, roots: roots)
        func hex(_ value: JSONValue?) throws -> JSONValue {
            .string(Base64URL.encode(try #require(value?.string.flatMap { Hex.decode($0) })))
        }
        let attestation: JSONValue = [
            "format": "apple-appattest", "keyId": try hex(made["keyId"]), "attestation": try hex(made["it"]),
            "clientData": .string(Base64URL.encode(data)),
            "registration": .string(try await app.registration(at: fixture.now)),
        ]
        #expect(
            try await fixture.post("/attestations", attestation, policy: policy).get()["attestation"] == "app-attest")
        #expect(
            try await fixture.post("/attestations", attestation, policy: policy) == .failure("ATTESTATION_CHALLENGE"))

        app.appID = ""  // No longer used below.
        let run = fixture.clientData("assert", try await fixture.challenge(for: app), app)
        let assertion: JSONValue = [
            "keyId": try hex(made["keyId"]), "clientData": .string(Base64URL.encode(run)),
            "assertion": try hex(try object(["assertion": true, "counter": 1], run)["it"]),
        ]
        let answer = try await fixture.post("/attestations/assertions", assertion, policy: policy)
        #expect(try answer.get()["attestation"] == "app-attest")
        #expect(
            try await fixture.post("/attestations/assertions", assertion, policy: policy)
                == .failure("ATTESTATION_CHALLENGE"))
        let fresh = fixture.clientData("assert", try await fixture.challenge(for: app), app)
        let stale: JSONValue = [
            "keyId": try hex(made["keyId"]), "clientData": .string(Base64URL.encode(fresh)),
            "assertion": try hex(try object(["assertion": true, "counter": 1], fresh)["it"]),
        ]
        #expect(
            try await fixture.post("/attestations/assertions", stale, policy: policy) == .failure("ATTESTATION_COUNTER")
        )
    }

    @Test("a development build is refused in production and accepted in the sandbox")
    func environments() async throws {
        for (environment, verdict) in [
            ("production", "ATTESTATION_ENVIRONMENT"), ("sandbox", "app-attest-development"),
        ] {
            let fixture = try await AttestationFixture()
            let app = try DevelopmentApp()
            let data = fixture.clientData("attest", try await fixture.challenge(for: app), app)
            let made = try AppAttestPython.make([
                "it": [
                    "hash": .string(Hex.encode(SHA256.hash(data))),
                    "aaguid": .string(Hex.encode("appattestdevelop".utf8)),
                ]
            ])
            let roots = try Certificate.list(pem: try #require(made["root"]?.string)).map { try TrustAnchor($0) }
            func hex(_ name: String) throws -> JSONValue {
                .string(Base64URL.encode(try #require(made[name]?.string.flatMap { Hex.decode($0) })))
            }
            let answer = try await fixture.post(
                "/attestations",
                [
                    "format": "apple-appattest", "keyId": try hex("keyId"), "attestation": try hex("it"),
                    "clientData": .string(Base64URL.encode(data)),
                    "registration": .string(try await app.registration(at: fixture.now)),
                ], policy: AttestationFixture.policy(environment, roots: roots))
            switch answer {
            case .success(let body): #expect(body["attestation"]?.string == verdict)
            case .failure(let code): #expect(code.text == verdict)
            }
        }
    }
}
