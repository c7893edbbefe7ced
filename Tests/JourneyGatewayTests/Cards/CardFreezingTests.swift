import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Freezing and unfreezing a card", .timeLimit(.minutes(10)))
struct CardFreezingTests {
    private static let path = "/striga/cards/\(CardProxyFixture.card)"

    /// An issuer with one card that can be blocked.
    private final class Freezer: Sendable {
        let state: Mutex<(status: String, block: String?)>
        /// Answers to block requests, one each, in place of blocking; an answer may come after the block.
        let refusals = Mutex<[@Sendable (Freezer) async throws -> HTTPResponse?]>([])
        private let blocked: String

        init(_ status: String, _ block: String? = nil, blocksAs blocked: String = "BLOCKEDBYCARDHOLDER") {
            state = Mutex((status, block))
            self.blocked = blocked
        }

        func block() { state.withLock { $0 = ("BLOCKED", blocked) } }

        var answers: CardProxyFixture.Answers {
            { [self] request in
                switch request.url.path {
                case "/api/v1/card/block":
                    let refusal = refusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    if let answer = try await refusal?(self) { return answer }
                    block()
                case "/api/v1/card/unblock": state.withLock { $0 = ("ACTIVE", nil) }
                default: break
                }
                let (status, block) = state.withLock { $0 }
                return CardRouteTests.card(["status": .string(status), "blockType": block.map { .string($0) }])
            }
        }
    }

    @Test("a person freezes and unfreezes a card; repeating either asks nothing of the issuer")
    func freeze() async throws {
        try await CardProxyFixture.visit(Freezer("ACTIVE").answers) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)"
            for _ in 0..<2 {
                let frozen = try await fixture.ask(.post, path + "/freeze", [:])
                #expect(frozen.body["status"] == "BLOCKED" && frozen.body["blockType"] == "BLOCKEDBYCARDHOLDER")
            }
            for _ in 0..<2 {
                let lifted = try await fixture.ask(.post, path + "/unfreeze", [:])
                #expect(lifted.body["status"] == "ACTIVE" && lifted.body["blockType"] == nil)
            }
            let changes = fixture.asked.filter { $0.method == .post }
            #expect(changes.map(\.url.path) == ["/api/v1/card/block", "/api/v1/card/unblock"])
            #expect(
                try changes.allSatisfy { try JSONReader.read($0.body) == ["cardId": .string(CardProxyFixture.card)] })
        }
    }

    @Test(
        "a freeze reported as the client's block can be lifted on any instance; an operator's block cannot",
        arguments: CardProxyFixture.Store.available)
    func blockedByClient(store: CardProxyFixture.Store) async throws {
        let freezer = Freezer("ACTIVE", blocksAs: "BLOCKEDBYCLIENT")
        try await CardProxyFixture.visit(keepingIn: store, freezer.answers) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)"
            let frozen = try await fixture.ask(.post, path + "/freeze", [:])
            #expect(frozen.body["blockType"] == "BLOCKEDBYCARDHOLDER")
            try await fixture.start()
            #expect(try await fixture.ask(.get, path).body["blockType"] == "BLOCKEDBYCARDHOLDER")
            #expect(try await fixture.ask(.post, path + "/unfreeze", [:]).body["status"] == "ACTIVE")
            // Now the operator blocks it.
            freezer.state.withLock { $0 = ("BLOCKED", "BLOCKEDBYCLIENT") }
            #expect(try await fixture.ask(.get, path).body["blockType"] == "BLOCKEDBYCLIENT")
            #expect(try await fixture.ask(.post, path + "/unfreeze", [:]).code == "CARD_BLOCKED")
        }
    }

    @Test(
        "a block set by others stays, and an inactive card is not frozen",
        arguments: [
            ("BLOCKED", "BLOCKEDBYISSUER", "CARD_BLOCKED", "CARD_BLOCKED"),
            ("BLOCKED", "STOLEN", "CARD_BLOCKED", "CARD_BLOCKED"), ("BLOCKED", nil, "CARD_BLOCKED", "CARD_BLOCKED"),
            ("BLOCKED", "BLOCKEDBYCLIENT", "CARD_BLOCKED", "CARD_BLOCKED"),
            ("CREATED", nil, "CARD_NOT_ACTIVE", "CARD_NOT_ACTIVE"),
            ("EXPIRED", nil, "CARD_NOT_ACTIVE", "CARD_NOT_ACTIVE"),
        ] as [(String, String?, String, String)])
    func blocked(status: String, block: String?, freeze: String, unfreeze: String) async throws {
        try await CardProxyFixture.visit(Freezer(status, block).answers) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)"
            let (frozen, lifted) = (
                try await fixture.ask(.post, path + "/freeze", [:]),
                try await fixture.ask(.post, path + "/unfreeze", [:])
            )
            #expect(frozen.status == 409 && frozen.code == freeze)
            #expect(lifted.status == 409 && lifted.code == unfreeze)
            #expect(fixture.asked.allSatisfy { $0.method == .get })
        }
    }

    /// Creates an issuer that reports both the user's and the operator's blocks as the client's.
    private static func freezer() -> Freezer { Freezer("ACTIVE", blocksAs: "BLOCKEDBYCLIENT") }

    private static func operatorBlocks(_ freezer: Freezer) {
        freezer.state.withLock { $0 = ("BLOCKED", "BLOCKEDBYCLIENT") }
    }

    private static func notes(_ fixture: CardProxyFixture) async throws -> Int {
        try await fixture.database.query("SELECT card FROM card_frozen").count
    }

    @Test(
        "a freeze that was lifted elsewhere does not let the person lift a later operator's block",
        arguments: CardProxyFixture.Store.available)
    func staleNote(store: CardProxyFixture.Store) async throws {
        let freezer = Self.freezer()
        try await CardProxyFixture.visit(keepingIn: store, freezer.answers) { fixture async throws in
            #expect(try await fixture.ask(.post, Self.path + "/freeze", [:]).status == 200)
            freezer.state.withLock { $0 = ("ACTIVE", nil) }
            fixture.pass(121)
            // Any query of the card has this effect.
            #expect(try await fixture.ask(.get, Self.path).body["status"] == "ACTIVE")
            #expect(try await Self.notes(fixture) == 0)
            Self.operatorBlocks(freezer)
            #expect(try await fixture.ask(.get, Self.path).body["blockType"] == "BLOCKEDBYCLIENT")
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).code == "CARD_BLOCKED")
        }
    }

    @Test("another block in between ends the person's right to lift, too")
    func overBlocked() async throws {
        let freezer = Self.freezer()
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            #expect(try await fixture.ask(.post, Self.path + "/freeze", [:]).status == 200)
            freezer.state.withLock { $0 = ("BLOCKED", "BLOCKEDBYISSUER") }
            fixture.pass(121)
            _ = try await fixture.ask(.get, Self.path)
            Self.operatorBlocks(freezer)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).code == "CARD_BLOCKED")
        }
    }

    @Test("an issuer that still reports the old state costs the person nothing")
    func lag() async throws {
        let freezer = Self.freezer()
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            #expect(try await fixture.ask(.post, Self.path + "/freeze", [:]).status == 200)
            freezer.state.withLock { $0 = ("ACTIVE", nil) }
            fixture.pass(119)
            _ = try await fixture.ask(.get, Self.path)
            freezer.block()
            fixture.pass(10_000)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).body["status"] == "ACTIVE")
            #expect(try await Self.notes(fixture) == 0)
        }
    }

    @Test(
        "a freeze that the issuer refuses leaves no record, whatever the code",
        arguments: [(400, "99999"), (401, "30012"), (400, "30014"), (400, "30100"), (403, "30029"), (429, "31055")])
    func refused(status: Int, code: String) async throws {
        let freezer = Self.freezer()
        freezer.refusals.withLock { $0 = [{ _ in .refusal(status, code) }] }
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            #expect(try await fixture.ask(.post, Self.path + "/freeze", [:]).status >= 400)
            #expect(try await Self.notes(fixture) == 0)
            Self.operatorBlocks(freezer)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).code == "CARD_BLOCKED")
        }
    }

    @Test(
        "a freeze with an unknown result can be lifted by the person",
        arguments: ["timeout", "unreachable", "500", "503", "nonsense"])
    func undecided(answer: String) async throws {
        let freezer = Self.freezer()
        freezer.refusals.withLock {
            $0 = [
                { freezer in
                    freezer.block()
                    switch answer {
                    case "timeout": throw JourneyError(.netTimeout, "Late.")
                    case "unreachable": throw JourneyError(.netUnreachable, "Gone.")
                    case "nonsense": return HTTPResponse(status: 200, body: Array("<".utf8))
                    default: return HTTPResponse(status: Int(answer) ?? 500)
                    }
                }
            ]
        }
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            #expect(try await fixture.ask(.post, Self.path + "/freeze", [:]).status >= 500)
            #expect(try await Self.notes(fixture) == 1)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).body["status"] == "ACTIVE")
        }
    }

    @Test(
        "a refused concurrent freeze does not affect the successful one",
        arguments: CardProxyFixture.Store.available)
    func concurrent(store: CardProxyFixture.Store) async throws {
        let freezer = Self.freezer()
        let (first, second) = (Gate(), Gate())
        freezer.refusals.withLock {
            $0 = [
                { _ in
                    await first.wait()
                    return .refusal(400, "30100")
                },
                { _ in
                    await second.wait()
                    return nil
                },
            ]
        }
        try await CardProxyFixture.visit(keepingIn: store, freezer.answers) { fixture async throws in
            let token = try await fixture.token()
            func freeze() -> Task<String, any Error> {
                Task { try await fixture.ask(.post, Self.path + "/freeze", [:], token: token).code }
            }
            // The first has recorded the freeze. The second finds the record and finishes before the first is refused.
            let refused = freeze()
            await first.waitForVisitor()
            let done = freeze()
            await second.waitForVisitor()
            second.open()
            #expect(try await done.value == "200")
            first.open()
            #expect(try await refused.value == "CARD_NOT_ACTIVE")
            #expect(try await Self.notes(fixture) == 1)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).body["status"] == "ACTIVE")
        }
    }

    @Test("a successful freeze is recorded although a concurrent one was refused")
    func concurrentTheOtherWay() async throws {
        let freezer = Self.freezer()
        let (first, second) = (Gate(), Gate())
        freezer.refusals.withLock {
            $0 = [
                { _ in
                    await first.wait()
                    return .refusal(400, "99999")
                },
                { _ in
                    await second.wait()
                    return nil
                },
            ]
        }
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            let token = try await fixture.token()
            func freeze() -> Task<String, any Error> {
                Task { try await fixture.ask(.post, Self.path + "/freeze", [:], token: token).code }
            }
            let refused = freeze()
            await first.waitForVisitor()
            let done = freeze()
            await second.waitForVisitor()
            first.open()
            #expect(try await refused.value == "ISSUER_REFUSED")
            #expect(try await Self.notes(fixture) == 0)
            second.open()
            #expect(try await done.value == "200")
            #expect(try await Self.notes(fixture) == 1)
            #expect(try await fixture.ask(.post, Self.path + "/unfreeze", [:]).body["status"] == "ACTIVE")
        }
    }

    @Test("a freeze completes and is recorded although the client disconnects")
    func hungUp() async throws {
        let freezer = Self.freezer()
        let gate = Gate()
        freezer.refusals.withLock {
            $0 = [
                { _ in
                    await gate.wait()
                    return nil
                }
            ]
        }
        try await CardProxyFixture.visit(freezer.answers) { fixture async throws in
            let token = try await fixture.token()
            let freeze = Task { try await fixture.ask(.post, Self.path + "/freeze", [:], token: token) }
            await gate.waitForVisitor()
            freeze.cancel()
            gate.open()
            _ = try? await freeze.value
            #expect(try await fixture.ask(.get, Self.path).body["blockType"] == "BLOCKEDBYCARDHOLDER")
        }
    }
}
