package import Foundation
package import JourneyBase
import JourneyCrypto
package import JourneyServer

/// The core of a card issuer: people with their cards, challenges for consent, tokens that open a person's own cards, and
/// statements, in one database. Numbers, CVVs and PINs are made of the seed when they are drawn, and stand nowhere.
package struct CardIssuer: Sendable {
    let database: Database
    let seed: CardSeed
    package let credentials: Credentials
    let rules: Rules
    let dependencies: Dependencies

    /// The code of every challenge: a sandbox sends none.
    package static let code = "123456"

    /// What opens the issuer: its API for servers, and its vault for pages.
    package struct Credentials: Sendable {
        package let apiKey: Secret
        package let apiSecret: Secret
        package let uiSecret: Secret
        package let applicationID: String

        /// Those of a seed.
        package init(_ seed: CardSeed) {
            apiKey = seed.secret("api-key")
            apiSecret = seed.secret("api-secret")
            uiSecret = seed.secret("ui-secret")
            applicationID = seed.identifier("application")
        }
    }

    /// Times are in milliseconds.
    package struct Rules: Sendable {
        var challengeLife: Int64 = 5 * 60_000
        /// Wrong codes that a challenge bears; the last one ends it.
        var codeTries: Int64 = 5
        /// How often a challenge's code is sent again.
        var resends: Int64 = 3
        /// Challenges that a person can ask for within `challengeWindow`.
        var challenges: Int64 = 10
        var challengeWindow: Int64 = 10 * 60_000
        var tokenLife: Int64 = 24 * 3_600_000
        /// How long a frame may take until it asks for what it is to draw.
        var drawingLife: Int64 = 30_000
        /// How far the clock of whoever signs a request may be off.
        var clockTolerance: Int64 = 5 * 60_000

        package init() {}
    }

    /// Opens the issuer, and founds it with `holders` when the database is new. Throws `JourneyError` with one of the store's codes.
    package init(
        _ place: DatabaseLocation, seed: CardSeed, rules: Rules = Rules(), dependencies: Dependencies = .system
    ) async throws(JourneyError) {
        try await self.init(place, seed: seed, holders: .demo, rules: rules, dependencies: dependencies)
    }

    package init(
        _ place: DatabaseLocation, seed: CardSeed, holders: DemoCardholders, rules: Rules = Rules(),
        dependencies: Dependencies
    ) async throws(JourneyError) {
        self.seed = seed
        self.rules = rules
        self.dependencies = dependencies
        credentials = Credentials(seed)
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        let now = CardIssuer.moment(dependencies.now())
        database = try await JourneyError.translating { [options] in
            let database = try await Database.open(place, options: options, dependencies: dependencies)
            try await database.migrate(CardIssuerSchema.schema)
            try await DemoCards(seed: seed, now: now, holders: holders).found(database)
            return database
        }
    }

    /// Says of all people whether they have verified their phone.
    package func verifyPhones(_ isVerified: Bool) async throws {
        try await database.execute("UPDATE cardholder SET phone_verified = $1", [.bool(isVerified)])
    }

    /// When the tokens that have not been revoked end.
    package func tokenEnds() async throws -> [Date] {
        try await database.query("SELECT expires FROM card_token").map {
            Date(timeIntervalSince1970: TimeInterval(try $0["expires"] as Int64) / 1_000)
        }
    }

    /// What is an answer, and what changes all the same when there is none: a wrong code counts.
    typealias Answer = Result<JSONValue, IssuerRefusal>

    var now: Int64 { CardIssuer.moment(dependencies.now()) }

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    /// A moment as ISO 8601, in UTC.
    static func text(_ moment: Int64) -> JSONValue {
        .string(Date(timeIntervalSince1970: Double(moment / 1_000)).ISO8601Format())
    }
}
