import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyServer

/// The wallet's core: customers with their PINs and codes, bills, transactions and card orders, in one database.
///
/// PINs are decrypted with its own key, whose public half partners have, and stored as salted digests.
package struct Wallet: Sendable {
    let database: Database
    let key: RSAPrivateKey
    let dependencies: Dependencies

    let post: WalletPost

    /// The client id of the app.
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
    /// The pause before another code is sent, in milliseconds.
    static let codePause: Int64 = 30_000
    static let sessionLife: Int64 = 300_000
    /// The time for which a right code permits setting a PIN, in milliseconds.
    static let permitLife: Int64 = 600_000

    /// The credentials of the wallet: the app's secret, and the customers' tokens by id.
    package struct Credentials: Sendable {
        var clientSecret: Secret
        var wTokens: [String: Secret]

        package init(clientSecret: Secret, wTokens: [String: Secret]) {
            self.clientSecret = clientSecret
            self.wTokens = wTokens
        }
    }

    /// Opens the wallet. A new database is initialized for `people`. Each text message is passed to `deliver` once. Throws
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

    /// The result of a call. An error is a value, so that its transaction commits: wrong PINs count.
    typealias Answer = Result<JSONValue, WalletError>

    var now: Int64 { Wallet.moment(dependencies.now()) }

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    static func digest(_ secret: Secret) -> [UInt8] { secret.withBytes { SHA256.hash(Array($0)) } }

    /// Converts poisha to taka, such as `1250.50`.
    static func taka(_ poisha: Int64) -> JSONNumber {
        let (whole, rest) = poisha.magnitude.quotientAndRemainder(dividingBy: 100)
        let text = "\(poisha < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
        guard let number = JSONNumber(lexeme: text) else { preconditionFailure("\(text) is not a JSON number") }
        return number
    }

    /// Parses taka as poisha: digits, with at most two decimals.
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
