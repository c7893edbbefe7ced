import Foundation
import JourneyBase
import Testing

@testable import CardDetailsSDK

@Suite("Card details from the proxy", .timeLimit(.minutes(10)))
struct CardModelTests {
    private func card(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> CardSummary {
        var members = FakeProxy().card.object ?? [:]
        change(&members)
        return try CardSummary(.object(members), id: try CardFlowFixture.card)
    }

    @Test("a card and its design are parsed")
    func good() throws {
        let card = try card()
        #expect(card.holder == "Mina Rahman" && card.expiry == "09/29" && card.lastFour == "4242")
        #expect(card.status == .active && !card.isFrozen && card.design?.name == "Harbour")
    }

    @Test("another card's data, or too much of a number, is refused")
    func bad() throws {
        let changes: [@Sendable (inout [String: JSONValue]) -> Void] = [
            { $0["id"] = "other" }, { $0["name"] = nil }, { $0["name"] = "a\u{1B}[2J" }, { $0["expiry"] = "13/29" },
            { $0["expiry"] = "2029-09" }, { $0["maskedCardNumber"] = "4242424242424242" },
            { $0["maskedCardNumber"] = "4242 4242 4242 4242" }, { $0["maskedCardNumber"] = "**** **** **** ****" },
            { $0["maskedCardNumber"] = "123" }, { $0["status"] = 1 }, { $0["maskedCardNumber"] = "4242424242" },
            { $0["maskedCardNumber"] = "474367**12**1449" }, { $0["maskedCardNumber"] = "******1*****1449" },
            { $0["maskedCardNumber"] = "******12341449" }, { $0["maskedCardNumber"] = "4743671*****1449" },
            { $0["maskedCardNumber"] = "**** **** ****1 1449" }, { $0["maskedCardNumber"] = "474367**١٢**1449" },
        ]
        for (index, change) in changes.enumerated() {
            #expect(throws: JourneyError.self, "\(index)") { try card(change) }
        }
        #expect(try card { $0["maskedCardNumber"] = "474367******1449" }.lastFour == "1449")
        #expect(try card { $0["maskedCardNumber"] = "•••• •••• •••• 1449" }.lastFour == "1449")
        #expect(try card { $0["maskedCardNumber"] = "4743 67** **** 1449" }.lastFour == "1449")
        #expect(try card().kind == .virtual && card { $0["type"] = nil }.kind == nil)
    }

    @Test("only its holder's block freezes it", arguments: ["BLOCKEDBYCARDHOLDER", "BLOCKEDBYCLIENT", "STOLEN", nil])
    func frozen(block: String?) throws {
        let card = try card {
            $0["status"] = "BLOCKED"
            $0["blockType"] = block.map { .string($0) }
        }
        #expect(card.isFrozen == (block == "BLOCKEDBYCARDHOLDER"))
    }

    @Test("a design with unreadable contrast or invalid values is ignored")
    func designs() throws {
        let good: [String: JSONValue] = [
            "name": "n", "background": "#0b5fae", "accent": "#083f74", "text": "#ffffff",
        ]
        #expect(CardDesign(.object(good)) != nil)
        for (name, value) in [
            ("text", "#0b5fae"), ("text", "white"), ("background", "#fff"), ("accent", "#ffffff"),
            ("background", "url(x)"), ("name", ""),
        ] as [(String, JSONValue)] {
            #expect(CardDesign(.object(good.merging([name: value]) { $1 })) == nil, "\(name)")
        }
        let standard = CardDesign.standard
        #expect(
            CardDesign(name: "", background: standard.background, accent: standard.accent, text: standard.text) != nil)
        #expect(try card { $0["design"] = ["name": "n"] }.design == nil)
    }

    @Test("one invalid or duplicate payment refuses its page")
    func payments() throws {
        let page = FakeProxy.transactions(1...3, next: "abc")
        #expect(try TransactionPage(page).transactions.map(\.id) == ["t-1", "t-2", "t-3"])
        let list = page["transactions"]?.array ?? []
        for (name, value) in [
            ("currency", "EURO"), ("currency", "eur"), ("currency", "E U"),
            ("amount", "-1"), ("amount", "1.2.3"), ("amount", 12), ("date", "yesterday"), ("direction", "both"),
            ("id", ""), ("id", "t-2"), ("merchant", "a\nb"),
        ] as [(String, JSONValue)] {
            let changed = (list[0].object ?? [:]).merging([name: value]) { $1 }
            let bad: JSONValue = ["transactions": .array([.object(changed)] + list.dropFirst())]
            #expect(throws: JourneyError.self, "\(name)") { try TransactionPage(bad) }
        }
        #expect(throws: JourneyError.self) { try TransactionPage(["transactions": [], "next": "a b"]) }
        #expect(throws: JourneyError.self) { try TransactionPage(["transactions": [], "next": 7]) }
        #expect(try TransactionPage(["transactions": [], "next": nil]).next == nil)
        let many = FakeProxy.transactions(1...201, next: nil)
        #expect(throws: JourneyError.self) { try TransactionPage(many) }
    }

    @Test("an unusable configuration, or frames from the page's own origin, are refused")
    func configurations() throws {
        func make(_ change: (inout (Origin, [ConsentChannel], Int, Duration, Int)) -> Void) throws {
            var parts = (CardFlowFixture.vault, [ConsentChannel.sms], 6, Duration.seconds(60), 5)
            change(&parts)
            _ = try CardDetailsConfiguration(
                gateway: FakeProxy.origin, vault: parts.0, channels: parts.1, codeLength: parts.2, attempts: parts.4,
                visibility: parts.3)
        }
        #expect(throws: Never.self) { try make { _ in } }
        let bad: [(inout (Origin, [ConsentChannel], Int, Duration, Int)) -> Void] = [
            { $0.0 = FakeProxy.origin }, { $0.1 = [] }, { $0.1 = [.sms, .sms] }, { $0.2 = 3 }, { $0.2 = 13 },
            { $0.3 = .seconds(601) }, { $0.3 = .zero }, { $0.4 = 0 },
        ]
        for change in bad { #expect(throws: JourneyError.self) { try make(change) } }
    }
}
