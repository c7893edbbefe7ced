package import Foundation
package import JourneyBase
import JourneyCrypto
package import JourneyServer

/// The core of a card issuer: cardholders with their cards, consent challenges, tokens that give access to a user's own cards,
/// and statements, in one database. Card numbers, CVVs and PINs are derived from the seed when drawn and never stored.
package struct CardIssuer: Sendable {
    let database: Database
    let seed: CardSeed
    package let credentials: Credentials
    let rules: Rules
    let dependencies: Dependencies

    /// The code of every challenge, because a sandbox sends none.
    package static let code = "123456"

    /// The credentials of the issuer: for its server API and for its vault pages.
    package struct Credentials: Sendable {
        package let apiKey: Secret
        package let apiSecret: Secret
        package let uiSecret: Secret
        package let applicationID: String

        /// Derives the credentials from a seed.
        package init(_ seed: CardSeed) {
            apiKey = seed.secret("api-key")
            apiSecret = seed.secret("api-secret")
            uiSecret = seed.secret("ui-secret")
            applicationID = seed.identifier("application")
        }
    }

    /// The issuer's limits. Times are in milliseconds.
    package struct Rules: Sendable {
        var challengeLife: Int64 = 5 * 60_000
        /// The number of wrong codes that ends a challenge.
        var codeTries: Int64 = 5
        /// The maximum number of resends per challenge.
        var resends: Int64 = 3
        /// The maximum number of challenges per user within `challengeWindow`.
        var challenges: Int64 = 10
        var challengeWindow: Int64 = 10 * 60_000
        var tokenLife: Int64 = 24 * 3_600_000
        /// The time for a frame to fetch its content.
        var drawingLife: Int64 = 30_000
        /// The tolerated clock difference of signed requests.
        var clockTolerance: Int64 = 5 * 60_000

        package init() {}
    }

    /// Opens the issuer. A new database is initialized with the demo cardholders. Throws `JourneyError` with one of the store's
    /// codes.
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

    /// Sets for all cardholders whether their phone is verified.
    package func verifyPhones(_ isVerified: Bool) async throws {
        try await database.execute("UPDATE cardholder SET phone_verified = $1", [.bool(isVerified)])
    }

    /// Returns the expiry times of the tokens that aren't revoked.
    package func tokenEnds() async throws -> [Date] {
        try await database.query("SELECT expires FROM card_token").map {
            Date(timeIntervalSince1970: TimeInterval(try $0["expires"] as Int64) / 1_000)
        }
    }

    /// The result of a call. A refusal is a value, so that its transaction commits: wrong codes count.
    typealias Answer = Result<JSONValue, IssuerRefusal>

    var now: Int64 { CardIssuer.moment(dependencies.now()) }

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    /// Formats a time as ISO 8601 in UTC.
    static func text(_ moment: Int64) -> JSONValue {
        .string(Date(timeIntervalSince1970: Double(moment / 1_000)).ISO8601Format())
    }
}
