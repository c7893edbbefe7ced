import Foundation
import JourneyServer

/// The initial cardholders and cards of a sandbox's issuer.
package struct DemoCardholders: Sendable {
    struct Person: Sendable {
        let label: String
        let name: String
        var hasEmail = true
        var hasPhone = true
    }

    struct Card: Sendable {
        let label: String
        let owner: String
        var kind = "VIRTUAL"
        var status = "ACTIVE"
        var blockType: String?
        var design = "harbour"
        /// The number of payments on its statement.
        var payments = 3
    }

    let people: [Person]
    let cards: [Card]
    /// `true` if labels are the identifiers; otherwise identifiers are derived from the seed.
    let areLabelsIdentifiers: Bool

    /// The cardholders and cards of every sandbox.
    package static let demo = DemoCardholders(
        people: DemoCards.people, cards: DemoCards.cards, areLabelsIdentifiers: false)

    private init(people: [Person], cards: [Card], areLabelsIdentifiers: Bool) {
        self.people = people
        self.cards = cards
        self.areLabelsIdentifiers = areLabelsIdentifiers
    }

    /// Creates cards with given identifiers and without payments; all holders are called `name`.
    package init(
        _ cards: [(id: String, owner: String, isPhysical: Bool, status: String)], name: String
    ) {
        self.init(
            people: Set(cards.map(\.owner)).sorted().map { Person(label: $0, name: name) },
            cards: cards.map { card in
                Card(
                    label: card.id, owner: card.owner, kind: card.isPhysical ? "PHYSICAL" : "VIRTUAL",
                    status: card.status, blockType: card.status == "BLOCKED" ? "BLOCKEDBYISSUER" : nil, payments: 0)
            }, areLabelsIdentifiers: true)
    }
}

/// Inserts an issuer's cardholders and cards.
struct DemoCards {
    typealias Person = DemoCardholders.Person
    typealias Card = DemoCardholders.Card

    let seed: CardSeed
    let now: Int64
    var holders = DemoCardholders.demo

    static let people = [
        Person(label: "ada", name: "Ada Winter"), Person(label: "ben", name: "Ben Okafor"),
        Person(label: "cleo", name: "Cleo Maas", hasPhone: false),
        Person(label: "dora", name: "Dora Lind", hasEmail: false),
    ]

    static let cards = [
        Card(label: "everyday", owner: "ada", payments: 57),
        Card(label: "travel", owner: "ada", kind: "PHYSICAL", design: "dusk"),
        Card(label: "frozen", owner: "ada", status: "BLOCKED", blockType: "BLOCKEDBYCARDHOLDER"),
        Card(label: "lost", owner: "ada", kind: "PHYSICAL", status: "BLOCKED", blockType: "LOST"),
        Card(label: "expired", owner: "ada", status: "EXPIRED"),
        Card(label: "new", owner: "ada", kind: "PHYSICAL", status: "CREATED", design: "dusk", payments: 0),
        Card(label: "bens", owner: "ben"), Card(label: "cleos", owner: "cleo"), Card(label: "doras", owner: "dora"),
    ]

    private static let merchants = [
        "Pier Nine Coffee", "Northline Rail", "Harbour Books", "Green Basket", "Lumen Energy", "Tidewater Hotel",
    ]
    private static let day: Int64 = 86_400_000

    func user(_ label: String) -> String { holders.areLabelsIdentifiers ? label : seed.identifier("user/\(label)") }

    func card(_ label: String) -> String { holders.areLabelsIdentifiers ? label : seed.identifier("card/\(label)") }

    /// Inserts them into an empty database.
    func found(_ database: Database) async throws {
        try await database.write { transaction in
            guard try await transaction.first("SELECT id FROM cardholder") == nil else { return }
            for person in holders.people {
                try await transaction.execute(
                    "INSERT INTO cardholder VALUES ($1, $2, $3, $4)",
                    [.text(user(person.label)), .text(person.name), .bool(person.hasEmail), .bool(person.hasPhone)])
            }
            for card in holders.cards {
                try await transaction.execute(
                    "INSERT INTO card VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'EUR', $9, $10, $11)", row(card))
                for index in 0..<card.payments {
                    try await transaction.execute(
                        "INSERT INTO card_payment VALUES ($1, $2, $3, $4, $5, $6, $7)", payment(index, of: card))
                }
            }
        }
    }

    private func row(_ card: Card) -> [SQLValue] {
        let id = self.card(card.label)
        let created = now - 400 * DemoCards.day
        let holder = holders.people.first { $0.label == card.owner }?.name ?? ""
        return [
            .text(id), .text(user(card.owner)), .text(card.kind), .text(card.status),
            card.blockType.map { .text($0) } ?? .null, .text(holder.uppercased()), .text(seed.maskedNumber(of: id)),
            .integer(DemoCards.endOfMonth(now + (card.status == "EXPIRED" ? -40 : 1_100) * DemoCards.day)),
            .text(card.design), .integer(created), card.status == "CREATED" ? .null : .integer(created),
        ]
    }

    private func payment(_ index: Int, of card: Card) -> [SQLValue] {
        let digits = seed.digits(6, "payment/\(card.label)/\(index)")
        let number = Int64(digits) ?? 0
        let status = index == 0 ? "PENDING" : number % 17 == 0 ? "DECLINED" : "COMPLETED"
        return [
            .text(seed.identifier("payment/\(card.label)/\(index)")), .text(self.card(card.label)),
            .integer(now - Int64(index) * DemoCards.day - number * 60),
            .text(DemoCards.merchants[Int(number) % DemoCards.merchants.count]), .integer(number % 20_000 + 50),
            .text(number % 11 == 0 ? "CREDIT" : "DEBIT"), .text(status),
        ]
    }

    /// Returns the end of the month that contains `moment`, in UTC.
    static func endOfMonth(_ moment: Int64) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(moment) / 1_000)
        let end = calendar.dateInterval(of: .month, for: date)?.end ?? date
        return CardIssuer.moment(end) - 1_000
    }
}

extension CardIssuer {
    /// A card of the sandbox: its label, its identifier and its holder's.
    package struct KnownCard: Sendable, Hashable {
        package let label: String
        package let id: String
        package let user: String
    }

    /// The cards of every sandbox. `everyday` works; `frozen`, `lost`, `expired` and `new` don't. `bens` belongs to another user,
    /// and the holders of `cleos` and `doras` haven't verified their phone or email.
    package var knownCards: [KnownCard] {
        let demo = DemoCards(seed: seed, now: 0)
        return DemoCards.cards.map {
            KnownCard(label: $0.label, id: demo.card($0.label), user: demo.user($0.owner))
        }
    }
}
