import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import JourneyWire
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

/// A token that draws a card lives for a day, so a revocation is retried until the issuer confirms it.
@Suite("Pending revocations, over SQLite and PostgreSQL", .timeLimit(.minutes(10)))
struct OwedRevocationTests {
    /// An issuer whose answers to revocations and confirmations a test changes.
    private final class Issuer: Sendable {
        let revocation = Mutex<Result<HTTPResponse, JourneyError>>(.success(.json([:])))
        let confirmation = Mutex<Result<HTTPResponse, JourneyError>>(.success(.consented))

        static let away = Result<HTTPResponse, JourneyError>.failure(JourneyError(.netUnreachable, "Away."))

        func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
            if request.url.path.hasSuffix("/revoke-consent") { return try revocation.withLock { $0 }.get() }
            if request.url.path.hasSuffix("/confirm-consent") { return try confirmation.withLock { $0 }.get() }
            return request.method == .get ? CardRouteTests.card() : .json([:])
        }
    }

    private static func revoke(_ fixture: CardProxyFixture) async throws -> CardProxyFixture.Reply {
        try await fixture.ask(.post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
    }

    private static func revocations(_ fixture: CardProxyFixture) -> Int {
        fixture.asked.count { $0.url.path.hasSuffix("/revoke-consent") }
    }

    private static func owed(_ fixture: CardProxyFixture) async throws -> Int {
        try await fixture.database.query("SELECT mark FROM card_revocation").count
    }

    @Test(
        "a failed revocation is retried by the next process until it succeeds, and then no more",
        arguments: CardProxyFixture.Store.available)
    func acrossRestarts(store: CardProxyFixture.Store) async throws {
        let issuer = Issuer()
        issuer.revocation.withLock { $0 = Issuer.away }
        try await CardProxyFixture.visit(keepingIn: store, { try await issuer.answer($0) }) { fixture async throws in
            let reply = try await Self.revoke(fixture)
            #expect(reply.status == 503 && reply.code == "ISSUER_DOWN")
            #expect(try await Self.owed(fixture) == 1)
            try await fixture.start()
            // Not while the original request may still be in progress.
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 1)
            fixture.pass(15)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 2)
            #expect(try await Self.owed(fixture) == 1)
            issuer.revocation.withLock { $0 = .success(.json([:])) }
            fixture.pass(5)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 3)
            #expect(try await Self.owed(fixture) == 0)
            fixture.pass(86_400)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 3)
            #expect(!fixture.log.text.contains(CardProxyFixture.user))
        }
    }

    @Test("retries wait up to fifteen minutes, follow Retry-After, and end after the token's day")
    func waits() async throws {
        let issuer = Issuer()
        issuer.revocation.withLock { $0 = .success(HTTPResponse(status: 429, headers: ["Retry-After": "700"])) }
        try await CardProxyFixture.visit({ try await issuer.answer($0) }) { fixture async throws in
            #expect(try await Self.revoke(fixture).status == 429)
            fixture.pass(15)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 2)
            fixture.pass(699)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 2)
            issuer.revocation.withLock { $0 = .success(.refusal(400, "99999")) }
            var waits: [Int] = []
            var seconds = 0
            while try await Self.owed(fixture) == 1, seconds < 100_000 {
                let before = Self.revocations(fixture)
                fixture.pass(1)
                seconds += 1
                // Checking every second would take long, so the due time is read from the database.
                let due: Int64 = try #require(
                    try await fixture.database.first("SELECT due FROM card_revocation"))[0]
                let wait = max(0, Int(due) - Int(fixture.now.timeIntervalSince1970))
                fixture.pass(wait)
                seconds += wait
                try await fixture.payRevocations()
                if Self.revocations(fixture) > before { waits.append(wait + 1) }
            }
            #expect(waits.dropFirst().prefix(7) == [10, 20, 40, 80, 160, 320, 640])
            #expect(waits.dropFirst(8).allSatisfy { $0 <= 901 })
            #expect(waits.count < 110)
            #expect(try await Self.owed(fixture) == 0)
            #expect(fixture.log.text.contains("did not confirm revocations before their tokens expired"))
        }
    }

    @Test(
        "a lost confirmation leaves a revocation pending; a refused or unsent one does not",
        arguments: [
            (Result<HTTPResponse, JourneyError>.failure(JourneyError(.netTimeout, "Late.")), 1),
            (.failure(JourneyError(.netUnreachable, "Lost.")), 1), (.success(HTTPResponse(status: 504)), 1),
            (.success(HTTPResponse(status: 500)), 1), (.success(HTTPResponse(status: 200)), 1),
            // An undocumented success or a redirect confirms nothing.
            (.success(HTTPResponse(status: 202)), 1), (.success(HTTPResponse(status: 303)), 1),
            (.success(HTTPResponse(status: 307)), 1),
            // A token that can't be handed out still exists.
            (.success(.json(["cardAuthToken": ""])), 1), (.success(.json(["token": "t-1"])), 1),
            (.success(.json(["cardAuthToken": "two words"])), 1),
            (.success(.refusal(400, "31064")), 0), (.success(.refusal(500, "31064")), 0),
            (.failure(JourneyError(.netUnreachable, "Refused.").beforeSending()), 0),
            (.failure(JourneyError(.netTimeout, "Late.").beforeSending()), 0), (.success(.consented), 0),
        ])
    func lostConfirmation(answer: Result<HTTPResponse, JourneyError>, owed: Int) async throws {
        let issuer = Issuer()
        issuer.confirmation.withLock { $0 = answer }
        try await CardProxyFixture.visit({ try await issuer.answer($0) }) { fixture async throws in
            _ = try await fixture.confirm()
            #expect(try await Self.owed(fixture) == owed)
            fixture.pass(15)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == owed)
            #expect(try await Self.owed(fixture) == 0)
        }
    }

    @Test(
        "a token withheld by a failing database is revoked, at once if it cannot be recorded",
        arguments: [(200, "SERVER_ERROR"), (504, "ISSUER_TIMEOUT")])
    func failingDatabase(status: Int, code: String) async throws {
        let database = Mutex<Database?>(nil)
        try await CardProxyFixture.visit({ request in
            guard request.url.path.hasSuffix("/confirm-consent") else { return .json([:]) }
            // The issuer has created a token when the database fails.
            database.withLock { $0 }?.close()
            return status == 200 ? .consented : HTTPResponse(status: status)
        }) { fixture async throws in
            database.withLock { $0 = fixture.database }
            #expect(try await fixture.confirm().code == code)
            let end = ContinuousClock.now + .seconds(20)
            while Self.revocations(fixture) == 0, ContinuousClock.now < end { await Task.yield() }
            #expect(Self.revocations(fixture) == 1)
        }
    }

    @Test("a token returned after a lost one is spared during its viewing, and revoked after it")
    func spared() async throws {
        let issuer = Issuer()
        issuer.confirmation.withLock { $0 = Issuer.away }
        try await CardProxyFixture.visit({ try await issuer.answer($0) }) { fixture async throws in
            #expect(try await fixture.confirm().code == "ISSUER_DOWN")
            issuer.confirmation.withLock { $0 = .success(.consented) }
            #expect(try await fixture.confirm().status == 200)
            fixture.pass(599)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 0)
            fixture.pass(1)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 1)
            #expect(try await Self.owed(fixture) == 0)
        }
    }

    @Test(
        "completing an earlier revocation does not clear a later one", arguments: CardProxyFixture.Store.available)
    func later(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, { _ in .json([:]) }) { fixture async throws in
            let cards = try await CardStore(fixture.database)
            let user = CardUser(partner: "partner", id: CardProxyFixture.user)
            try await cards.owe(user, sealed: [1], mark: 1, due: 10, now: 0)
            let taken = try await cards.claimRevocations(most: 5, now: 10, until: 30)
            #expect(taken.map(\.mark) == [1] && taken.map(\.attempts) == [1])
            // No other instance claims it meanwhile.
            #expect(try await cards.claimRevocations(most: 5, now: 10, until: 30).isEmpty)
            try await cards.owe(user, sealed: [2], mark: 2, due: 20, now: 5)
            try await cards.completeRevocation(of: user.digest, mark: 1)
            try await cards.postponeRevocation(of: user.digest, mark: 1, until: 1_000)
            let next = try await cards.claimRevocations(most: 5, now: 20, until: 30)
            #expect(next.map(\.mark) == [2] && next.map(\.sealed) == [[2]])
            try await cards.completeRevocation(of: user.digest, mark: 2)
            #expect(try await Self.owed(fixture) == 0)
        }
    }

    @Test("a pending revocation under another API secret is logged, not sent, and expires")
    func otherSecret() async throws {
        let issuer = Issuer()
        issuer.revocation.withLock { $0 = Issuer.away }
        try await CardProxyFixture.visit({ try await issuer.answer($0) }) { fixture async throws in
            _ = try await Self.revoke(fixture)
            fixture.set(issuerSecret: "another-secret-1")
            try await fixture.start()
            fixture.pass(15)
            try await fixture.payRevocations()
            #expect(Self.revocations(fixture) == 1)
            #expect(fixture.log.text.contains("the issuer's API secret has changed"))
            fixture.pass(86_400)
            try await fixture.payRevocations()
            #expect(try await Self.owed(fixture) == 0)
        }
    }

    @Test("each call declares whether it may be repeated, and is resent only if it was not sent")
    func calls() async throws {
        for call in IssuerCall.allCases {
            #expect(call.isRepeatable == [.revoke, .card, .statement].contains(call), "\(call)")
        }
        let answers = Mutex<[Result<HTTPResponse, JourneyError>]>([])
        let notSent = Result<HTTPResponse, JourneyError>.failure(
            JourneyError(.netUnreachable, "Refused.").beforeSending())
        try await CardProxyFixture.visit({ _ in
            try answers.withLock { $0.isEmpty ? .success(.consented) : $0.removeFirst() }.get()
        }) { fixture async throws in
            answers.withLock { $0 = [notSent] }
            #expect(try await fixture.confirm().status == 200)
            #expect(fixture.asked.count == 2)
            #expect(fixture.options.allSatisfy { $0.isRepeatable == false && $0.connectionIdleLimit == .zero })
            // Twice not sent: the user may try the same code again, and neither attempt was counted.
            answers.withLock { $0 = [notSent, notSent] }
            #expect(try await fixture.confirm(challenge: "c-2").code == "ISSUER_DOWN")
            #expect(fixture.asked.count == 4)
            #expect(
                try await fixture.database.first("SELECT attempts FROM card_challenge WHERE taken = 0")?[0] as Int64?
                    == 0
            )
            answers.withLock { $0 = [Issuer.away] }
            #expect(try await fixture.confirm(challenge: "c-3").code == "ISSUER_DOWN")
            #expect(fixture.asked.count == 5)
            #expect(try await Self.revoke(fixture).status == 200)
            #expect(fixture.options.last?.isRepeatable == true)
        }
    }

    @Test("a freeze that was not sent does not count as the holder's")
    func freezeNotSent() async throws {
        try await CardProxyFixture.visit({ request in
            guard request.method == .post else { return CardRouteTests.card() }
            throw JourneyError(.netUnreachable, "Refused.").beforeSending()
        }) { fixture async throws in
            #expect(
                try await fixture.ask(.post, "/striga/cards/\(CardProxyFixture.card)/freeze", [:]).code == "ISSUER_DOWN"
            )
            #expect(try await fixture.database.query("SELECT mark FROM card_frozen").isEmpty)
        }
    }
}
