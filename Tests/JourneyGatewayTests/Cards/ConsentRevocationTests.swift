import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Revocation during a confirmation, over SQLite and PostgreSQL", .timeLimit(.minutes(10)))
struct ConsentRevocationTests {
    /// Answers as an issuer that confirms once `gate` is open.
    private static func issuer(_ request: HTTPRequest, confirmingAfter gate: Gate) async throws -> HTTPResponse {
        if request.url.path.hasSuffix("/confirm-consent") { await gate.wait() }
        return try await ConsentTests.issuer(request)
    }

    @Test(
        "a revocation during a confirmation wins: the issuer revokes again, and no token is returned",
        arguments: CardProxyFixture.Store.available)
    func revokedMeanwhile(store: CardProxyFixture.Store) async throws {
        let gate = Gate()
        try await CardProxyFixture.visit(
            keepingIn: store, { try await Self.issuer($0, confirmingAfter: gate) }
        ) { fixture async throws in
            let token = try await fixture.token()
            let confirm = Task { try await fixture.confirm(token: token, key: "k-1") }
            await gate.waitForVisitor()
            // On another instance.
            try await fixture.start()
            #expect(
                try await fixture.ask(
                    .post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)], token: token
                ).status == 200)
            gate.open()
            let reply = try await confirm.value
            #expect(reply.status == 409 && reply.code == "CODE_USED")
            #expect(!String(decoding: reply.response.body, as: UTF8.self).contains("canary"))
            // The last revocation continues after the answer.
            while fixture.asked.count < 3, !Task.isCancelled { await Task.yield() }
            let asked = fixture.asked.map { $0.url.path.split(separator: "/").last ?? "" }
            #expect(asked == ["confirm-consent", "revoke-consent", "revoke-consent"])
            // A later confirmation is unaffected.
            #expect(try await fixture.confirm(challenge: "c-2").status == 200)
            #expect(fixture.asked.count == 4)
        }
    }

    @Test("a slow revocation does not delay the response whose token was revoked meanwhile")
    func slowRevocation() async throws {
        let (gate, slow) = (Gate(), Gate())
        let revocations = Mutex(0)
        try await CardProxyFixture.visit({ request in
            if request.url.path.hasSuffix("/revoke-consent") {
                let isFirst = revocations.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { await slow.wait() }
            }
            return try await Self.issuer(request, confirmingAfter: gate)
        }) { fixture async throws in
            let confirm = Task { try await fixture.confirm() }
            await gate.waitForVisitor()
            let revoke = try await fixture.ask(
                .post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
            #expect(revoke.status == 200)
            gate.open()
            #expect(try await confirm.value.code == "CODE_USED")
            await slow.waitForVisitor()
            slow.open()
        }
    }

    @Test("a failed revocation of an unreturned token gives the same response and is logged")
    func refusedRevocation() async throws {
        let gate = Gate()
        let revocations = Mutex(0)
        try await CardProxyFixture.visit({ request in
            if request.url.path.hasSuffix("/revoke-consent") {
                let isFirst = revocations.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { return HTTPResponse(status: 500) }
            }
            return try await Self.issuer(request, confirmingAfter: gate)
        }) { fixture async throws in
            let confirm = Task { try await fixture.confirm() }
            await gate.waitForVisitor()
            _ = try await fixture.ask(.post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
            gate.open()
            #expect(try await confirm.value.code == "CODE_USED")
            while !fixture.log.text.contains("could not be revoked"), !Task.isCancelled { await Task.yield() }
            #expect(fixture.log.text.contains("it is tried again code=ISSUER_"), "\(fixture.log.text)")
            #expect(!fixture.log.text.contains("canary"))
        }
    }

    @Test(
        "pruning the revocation count during a confirmation does not revoke; a real revocation does",
        arguments: CardProxyFixture.Store.available, [false, true])
    func prunedMeanwhile(store: CardProxyFixture.Store, isRevoked: Bool) async throws {
        let gate = Gate()
        try await CardProxyFixture.visit(
            keepingIn: store, { try await Self.issuer($0, confirmingAfter: gate) }
        ) { fixture async throws in
            func revoke() async throws {
                let body: JSONValue = ["userId": .string(CardProxyFixture.user)]
                #expect(try await fixture.ask(.post, "/striga/revoke-consent", body).status == 200)
            }
            try await revoke()
            fixture.pass(isRevoked ? 595 : 1_195)
            let confirm = Task { try await fixture.confirm() }
            await gate.waitForVisitor()
            if isRevoked { try await revoke() }
            fixture.pass(10)
            try await CardStore(fixture.database).prune(now: Int64(fixture.now.timeIntervalSince1970))
            gate.open()
            #expect(try await confirm.value.code == (isRevoked ? "CODE_USED" : "200"))
        }
    }

    @Test(
        "pruning within a confirmation takes no token, whenever the earlier revocation was",
        arguments: [1, 300, 590, 595, 599, 600, 601, 1_190, 1_195, 1_199, 1_200])
    func prunedAtAnyTime(seconds: Int) async throws {
        let gate = Gate()
        try await CardProxyFixture.visit({ try await Self.issuer($0, confirmingAfter: gate) }) { fixture async throws in
            _ = try await fixture.ask(.post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
            fixture.pass(seconds)
            let confirm = Task { try await fixture.confirm() }
            await gate.waitForVisitor()
            fixture.pass(10)
            try await CardStore(fixture.database).prune(now: Int64(fixture.now.timeIntervalSince1970))
            gate.open()
            #expect(try await confirm.value.status == 200)
        }
    }

    @Test("revocations have their own limit, twice that of confirmations")
    func revocationRate() async throws {
        var rates = CardRates()
        rates.confirmations = 2
        rates.changes = 1
        try await CardProxyFixture.visit(
            rates: rates,
            { request in
                request.method == .get ? CardRouteTests.card() : try await ConsentTests.issuer(request)
            }
        ) { fixture async throws in
            for _ in 0..<3 { _ = try await fixture.ask(.post, "/striga/cards/\(CardProxyFixture.card)/unfreeze", [:]) }
            for index in 0..<3 { _ = try await fixture.confirm(challenge: "c-\(index)") }
            var codes: [String] = []
            for _ in 0..<5 {
                codes.append(
                    try await fixture.ask(.post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
                        .code)
            }
            #expect(codes == ["200", "200", "200", "200", "RATE_LIMITED"])
        }
    }
}
