import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyServer

/// The wallet's core: customers with their PINs and codes, bills, movements of money and orders of cards, in one database.
///
/// It decrypts PINs with its own key, whose public half is what partners get; a PIN is kept as a salted digest.
package struct Wallet: Sendable {
    let database: Database
    let key: RSAPrivateKey
    let dependencies: Dependencies

    let post: WalletPost

    /// What the app calls itself.
    package static let client = "sandbox-app"
    /// The wallet's own accounts.
    static let fees = "fees"
    static let banks = "banks"

    // The rules.
    static let pinDigits = 5
    static let pinTries: Int64 = 5
    static let lockout: Int64 = 15 * 60_000
    static let codeDigits = 6
    static let codeTries: Int64 = 5
    static let codeLife: Int64 = 120_000
    /// How long a customer waits for another code.
    static let codePause: Int64 = 30_000
    static let sessionLife: Int64 = 300_000
    /// How long a code that was right lets a PIN be set.
    static let permitLife: Int64 = 600_000

    /// What opens the wallet: the app's secret, and the token of each customer, by id.
    package struct Credentials: Sendable {
        var clientSecret: Secret
        var wTokens: [String: Secret]

        package init(clientSecret: Secret, wTokens: [String: Secret]) {
            self.clientSecret = clientSecret
            self.wTokens = wTokens
        }
    }

    /// Opens the wallet, and founds it for `people` when the database is new. Each message that is sent goes to `deliver`, once. Throws
    /// `JourneyError` with one of the store's codes.
    package init(
        _ place: DatabaseLocation, key: RSAPrivateKey, credentials: Credentials,
        people: [WalletUser] = WalletUser.all, dependencies: Dependencies = .system,
        deliver: @escaping @Sendable (WalletMessage) -> Void = { _ in }
    ) async throws(JourneyError) {
        self.key = key
        self.dependencies = dependencies
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        let now = Wallet.moment(dependencies.now())
        (database, post) = try await JourneyError.translating { [options] in
            let database = try await Database.open(place, options: options, dependencies: dependencies)
            try await database.migrate(WalletSchema.schema)
            try await Wallet.found(people, in: database, at: now)
            try await Wallet.admit(credentials, to: database)
            return (database, try await WalletPost(database, deliver: deliver))
        }
    }

    /// What is an answer, and what changes all the same when there is none: a wrong PIN counts.
    typealias Answer = Result<JSONValue, WalletError>

    var now: Int64 { Wallet.moment(dependencies.now()) }

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    static func digest(_ secret: Secret) -> [UInt8] { secret.withBytes { SHA256.hash(Array($0)) } }

    /// Poisha as taka, such as `1250.50`.
    static func taka(_ poisha: Int64) -> JSONNumber {
        let (whole, rest) = poisha.magnitude.quotientAndRemainder(dividingBy: 100)
        let text = "\(poisha < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
        guard let number = JSONNumber(lexeme: text) else { preconditionFailure("\(text) is no number") }
        return number
    }

    /// Taka in text as poisha: digits, and at most two of them after a point.
    static func poisha(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...10).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let whole = Int64(parts[0])
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        guard (1...2).contains(parts[1].utf8.count), let rest = Int64(parts[1]) else { return nil }
        return whole * 100 + (parts[1].utf8.count == 1 ? rest * 10 : rest)
    }
}
