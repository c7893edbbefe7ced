import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire
import TestSupport
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("Issuer binding data for a tag") struct IssuerDataTests {
    @Test(
        "the response is exactly data, signature and tag number, and passes the device's checks",
        arguments: PassServiceFixture.Store.available)
    func happyPath(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let reply = try await fixture.issue()
            #expect(reply.status == 200)
            #expect(Set(try #require(reply.json.object).keys) == ["issuer_data", "signature", "tag_id"])
            let binding = try #require(reply.binding)
            #expect(reply.json["tag_id"]?.string == "1")
            #expect(binding.relyingPartyIdentifier == "passes.example")
            #expect(binding.callback.description == "https://passes.example/api/v2/in_app_provisioning/callback")
            #expect(binding.names.passTypeIdentifier == PassServiceFixture.type)
            #expect(binding.names.teamIdentifier == PassServiceFixture.team)
            #expect(binding.displayableName == "Acme Events")
            #expect(binding.created == Date(timeIntervalSince1970: PassServiceFixture.start))
            #expect(Hex.decode(binding.sessionIdentifier)?.count == 16)
            let signer = try fixture.verifier.signer(of: binding.bytes, reply.signature, at: fixture.now)
            #expect(signer.names == binding.names && signer.time == fixture.now)
            #expect(reply.response.headers["Cache-Control"] == "no-store")
            // Another request begins another session of the same account.
            let again = try #require(try await fixture.issue().binding)
            #expect(again.sessionIdentifier != binding.sessionIdentifier && again.accountHash == binding.accountHash)
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 2)
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'issued'") == 2)
        }
    }

    @Test("each kind of name finds its tag, and reference_id is the default")
    func attributes() async throws {
        try await PassServiceFixture.visit { fixture in
            for (tag, attribute) in [
                ("TICKET-001", nil), ("TICKET-001", "reference_id"), ("SUB-1", "subscription_id"),
                ("1", "pronto_tag_id"),
            ] as [(String, String?)] {
                let reply = try await fixture.issue(tag, attribute)
                #expect(reply.json["tag_id"]?.string == "1", "\(tag) \(attribute ?? "")")
            }
            for (tag, attribute) in [
                ("SUB-1", nil), ("1", "reference_id"), ("TICKET-001", "pronto_tag_id"), ("01", "pronto_tag_id"),
                ("+1", "pronto_tag_id"), ("0", "pronto_tag_id"), ("99999999999999999999", "pronto_tag_id"),
                ("TICKET-001", "subscription_id"), ("ticket-001", nil), ("TICKET-001 ", nil), ("' OR 1=1 --", nil),
            ] as [(String, String?)] {
                #expect(try await fixture.issue(tag, attribute).code == "PASS_UNKNOWN", "\(tag) \(attribute ?? "")")
            }
            for attribute in ["id", "", "REFERENCE_ID", "account_hash"] {
                #expect(try await fixture.issue("TICKET-001", attribute).code == "ID_ATTRIBUTE_INVALID")
            }
        }
    }

    @Test(
        "a wrong or revoked token, or one of a removed user, is refused",
        arguments: PassServiceFixture.Store.available)
    func tokens(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            func code(_ headers: HTTPFields) async throws -> String {
                try await fixture.ask(.post, "issuer_data", ["tag_id": "TICKET-001"], headers: headers).code
            }
            let right = Data("\(fixture.token):".utf8).base64EncodedString()
            #expect(try await code(["Authorization": "basic \(right)"]) == "200")
            for wrong in [
                "Bearer \(fixture.token)", "Basic \(fixture.token)", "Basic \(right)x", "Basic", "Basic ",
                "Basic " + Data(fixture.token.utf8).base64EncodedString(),
                "Basic " + Data("\(fixture.token):password".utf8).base64EncodedString(),
                "Basic " + Data(":".utf8).base64EncodedString(),
                "Basic " + Data("\(fixture.token.dropLast()):".utf8).base64EncodedString(),
            ] { #expect(try await code(["Authorization": wrong]) == "TOKEN_INVALID", "\(wrong)") }
            #expect(try await code([:]) == "TOKEN_INVALID")
            var twice: HTTPFields = ["Authorization": "Basic \(right)"]
            twice.add("Authorization", "Basic \(right)")
            #expect(try await code(twice) == "TOKEN_INVALID")
            let refused = try await fixture.ask(.post, "issuer_data", ["tag_id": "TICKET-001"], token: "wrong")
            #expect(refused.status == 401)
            #expect(refused.response.headers["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
            #expect(refused.response.headers["Content-Type"] == "application/problem+json")

            try await fixture.store.revokeUser("app", of: "acme", now: fixture.now)
            #expect(try await fixture.issue().code == "TOKEN_INVALID")
            let (_, second) = try await fixture.store.addUser("second", of: "acme", dependencies: fixture.dependencies)
            let token = second.withBytes { String(decoding: $0, as: UTF8.self) }
            #expect(try await fixture.issue(token: token).status == 200)
            try await fixture.store.revokeUser("second", of: "acme", isRemoved: true, now: fixture.now)
            #expect(try await fixture.issue(token: token).code == "TOKEN_INVALID")
            try await fixture.store.removeClient("other", now: fixture.now)
            let suspended = try await fixture.issue("OTHER-001", token: fixture.otherToken)
            #expect(suspended.status == 403 && suspended.code == "CLIENT_SUSPENDED")
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 2)
        }
    }

    @Test("an unknown tag, another client's, and one without a pass get the same response")
    func unknown() async throws {
        try await PassServiceFixture.visit { fixture in
            var bodies: Set<[UInt8]> = []
            for (tag, attribute) in [
                ("NOBODY", nil), ("OTHER-001", nil), ("SUB-9", "subscription_id"), ("4", "pronto_tag_id"),
                ("EMPTY", nil),
            ] as [(String, String?)] {
                let reply = try await fixture.issue(tag, attribute)
                #expect(reply.status == 404 && reply.code == "PASS_UNKNOWN")
                bodies.insert(reply.response.body)
            }
            #expect(bodies.count == 1)
            #expect(try await fixture.issue("OTHER-001", token: fixture.otherToken).status == 200)
            try await fixture.store.changePass(on: "TICKET-001", of: "acme", isVoided: true, now: fixture.now)
            #expect(try await fixture.issue().code == "PASS_UNKNOWN")
        }
    }

    @Test(
        "an invalid request is described to authenticated callers only",
        arguments: [
            "", "{", "[]", "null", "{}", #"{"tag_id": 1}"#, #"{"tag_id": ""}"#, #"{"tag_id": "a\u0000b"}"#,
            #"{"tag_id": "a", "tag_id": "b"}"#, #"{"tag_id": "a", "more": 1}"#, #"{"tag_id": "a"} x"#,
            "{\"tag_id\": \"\u{1}\"}", #"{"tag_id": {"a": {"b": {"c": {"d": 1}}}}}"#,
        ])
    func malformed(body: String) async throws {
        try await PassServiceFixture.visit { fixture in
            let mine = try await fixture.ask(.post, "issuer_data", bytes: Array(body.utf8), token: fixture.token)
            #expect(mine.status == 400 && mine.code == "REQUEST_INVALID")
            let theirs = try await fixture.ask(.post, "issuer_data", bytes: Array(body.utf8), token: "stranger")
            #expect(theirs.code == "TOKEN_INVALID")
        }
    }

    @Test("other types, longer bodies and texts are refused")
    func bounds() async throws {
        try await PassServiceFixture.visit { fixture in
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"] {
                let reply = try await fixture.ask(
                    .post, "issuer_data", ["tag_id": "TICKET-001"], token: fixture.token,
                    headers: ["Content-Type": type])
                #expect(reply.code == "UNSUPPORTED_TYPE")
            }
            let large = try await fixture.ask(
                .post, "issuer_data", bytes: [UInt8](repeating: 0x20, count: 10_000_000), token: fixture.token)
            #expect(large.status == 413)
            #expect(try await fixture.issue(String(repeating: "a", count: 256)).code == "REQUEST_INVALID")
            #expect(try await fixture.ask(.get, "issuer_data", token: fixture.token).status == 405)
        }
    }

    @Test("an expired, foreign or missing certificate signs nothing, and no session begins")
    func signers() async throws {
        try await PassServiceFixture.visit { fixture in
            try await fixture.store.addTag("OVER", of: "acme", now: fixture.now)
            try await fixture.store.addPass(
                .init(holder: "ada", type: "pass.com.example.expired", values: ["name": "ada"]), on: "OVER", of: "acme",
                dependencies: fixture.dependencies)
            let over = try await fixture.issue("OVER")
            #expect(over.status == 503 && over.code == "CERTIFICATE_EXPIRED")
            #expect(over.response.headers["Retry-After"] != nil)
            try await fixture.database.execute(
                "UPDATE pass_type SET team = 'OTHERTEAM0' WHERE id = $1", [.text(PassServiceFixture.type)])
            #expect(try await fixture.issue().code == "SIGNER_UNAVAILABLE")
            // Neither for a device with the pass nor for personalization.
            let source = IssuedPasses(
                store: fixture.store, factory: fixture.factory, dependencies: fixture.dependencies)
            let key = PassKey(type: PassServiceFixture.type, serial: "S-TICKET-001")
            let refusal = PassRefusal(.signerUnavailable, retryAfter: .seconds(300))
            await #expect(throws: refusal) { try await source.archive(key) }
            await #expect(throws: refusal) { try await source.signature(over: [1], for: key) }
            try await fixture.store.addType(
                "pass.com.example.nobody", of: "acme", team: PassServiceFixture.team, organization: "Acme",
                now: fixture.now)
            try await fixture.store.addTag("NOBODY", of: "acme", now: fixture.now)
            try await fixture.store.addPass(
                .init(holder: "ada", type: "pass.com.example.nobody"), on: "NOBODY", of: "acme",
                dependencies: fixture.dependencies)
            #expect(try await fixture.issue("NOBODY").code == "SIGNER_UNAVAILABLE")
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 0)
            // A certificate that expires while the service runs.
            fixture.time.pass(11 * 86_400)
            #expect(try await fixture.issue("OTHER-001", token: fixture.otherToken).code == "CERTIFICATE_EXPIRED")
        }
    }

    @Test(
        "two hundred concurrent requests each get their own session and response",
        arguments: PassServiceFixture.Store.available)
    func many(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store, { $0.rates.tag = 1_000 }) { fixture in
            let replies = try await withThrowingTaskGroup(of: (Int, PassServiceFixture.Reply).self) { group in
                for number in 0..<200 {
                    group.addTask {
                        // Refused requests are refused individually, next to allowed ones.
                        let tag = ["TICKET-001", "TICKET-002", "EMPTY", "NOBODY"][number % 4]
                        return (number, try await fixture.issue(tag))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.allSatisfy { $0.1.status == ($0.0 % 4 < 2 ? 200 : 404) })
            let good = replies.filter { $0.1.status == 200 }
            #expect(Set(good.compactMap { $0.1.binding?.sessionIdentifier }).count == 100)
            for (number, reply) in good {
                #expect(reply.json["tag_id"]?.string == "\(number % 4 + 1)")
                let binding = try #require(reply.binding)
                #expect(throws: Never.self) {
                    try fixture.verifier.signer(of: binding.bytes, reply.signature, at: fixture.now)
                }
            }
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 100)
        }
    }

    @Test("a token's requests are limited per ten minutes, independent of other tokens")
    func rates() async throws {
        try await PassServiceFixture.visit(.sqlite, { $0.rates.issuerData = 3 }) { fixture async throws in
            for tag in ["TICKET-001", "TICKET-002", "TICKET-001"] {
                #expect(try await fixture.issue(tag).status == 200)
            }
            #expect(try await fixture.issue("TICKET-002").code == "RATE_LIMITED")
            #expect(try await fixture.issue("OTHER-001", token: fixture.otherToken).status == 200)
            fixture.time.pass(600)
            #expect(try await fixture.issue("TICKET-002").status == 200)
        }
    }

    @Test("a tag's requests are limited per ten minutes, by any name and token, independent of other tags")
    func tagRates() async throws {
        try await PassServiceFixture.visit(.sqlite, { $0.rates.tag = 2 }) { fixture in
            let (_, second) = try await fixture.store.addUser("second", of: "acme", dependencies: fixture.dependencies)
            let token = second.withBytes { String(decoding: $0, as: UTF8.self) }
            for _ in 0..<2 { #expect(try await fixture.issue().status == 200) }
            let limited = try await fixture.issue()
            #expect(limited.status == 429 && limited.code == "RATE_LIMITED")
            #expect(limited.response.headers["Retry-After"] == "600")
            for _ in 0..<2 { #expect(try await fixture.issue("TICKET-002").status == 200) }
            fixture.time.pass(599)
            #expect(try await fixture.issue("1", "pronto_tag_id").code == "RATE_LIMITED")
            #expect(try await fixture.issue("SUB-1", "subscription_id", token: token).code == "RATE_LIMITED")
            #expect(try await fixture.issue(token: token).code == "RATE_LIMITED")
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 4)
            #expect(try await fixture.issue("OTHER-001", token: fixture.otherToken).status == 200)
            // An unknown caller learns nothing about limits and uses up none.
            #expect(try await fixture.issue(token: "stranger").code == "TOKEN_INVALID")
            fixture.time.pass(1)
            #expect(try await fixture.issue().status == 200)
        }
    }

    @Test("OpenSSL verifies the signature over exactly the sent bytes")
    func openssl() async throws {
        try await PassServiceFixture.visit { fixture in
            let reply = try await fixture.issue()
            let scratch = try Scratch()
            let (data, signature, root) = (
                scratch.path + "/data", scratch.path + "/signature", scratch.path + "/root.pem"
            )
            try Data(try #require(reply.binding).bytes).write(to: URL(fileURLWithPath: data))
            try Data(reply.signature).write(to: URL(fileURLWithPath: signature))
            try Data(fixture.credentials.root.certificate.pem.utf8).write(to: URL(fileURLWithPath: root))
            let result = try run(
                "openssl",
                [
                    "cms", "-verify", "-binary", "-inform", "DER", "-in", signature, "-content", data, "-CAfile", root,
                    "-purpose", "any", "-attime", "\(Int(PassServiceFixture.start))", "-out", "/dev/null",
                ])
            #expect(result.status == 0, "\(result.text)")
        }
    }
}
