import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyServer

/// The wallet's core: customers with their PINs and codes, bills, movements of money and orders of cards, in one database.
///
/// It decrypts PINs with its own key, whose public half is what partners get; a PIN is kept as a salted digest.
public struct Wallet: Sendable {
    let database: Database
    let key: RSAPrivateKey
    let surroundings: Surroundings

    /// The customer that every sandbox has.
    public static let customer = "wallet-1"
    static let client = "sandbox-app"
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

    /// What opens the wallet: the app's secret, and the token of the customer.
    public struct Credentials: Sendable {
        public var clientSecret: Secret
        public var wToken: Secret

        public init(clientSecret: Secret, wToken: Secret) {
            self.clientSecret = clientSecret
            self.wToken = wToken
        }
    }

    /// Opens the wallet, and founds it when the database is new. Throws `JourneyError` with one of the store's codes.
    public init(
        _ place: DatabaseLocation, key: RSAPrivateKey, credentials: Credentials, surroundings: Surroundings = .system
    ) async throws(JourneyError) {
        self.key = key
        self.surroundings = surroundings
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        let now = Wallet.moment(surroundings.now())
        database = try await JourneyError.translating { [options] in
            let database = try await Database.open(place, options: options, surroundings: surroundings)
            try await database.migrate(WalletSchema.schema)
            try await Wallet.found(database, credentials, at: now)
            return database
        }
    }

    /// One customer without a PIN and with ৳25,000.00, two bank accounts, and bills of each kind.
    private static func found(_ database: Database, _ credentials: Credentials, at now: Int64) async throws {
        let (secret, token) = (digest(credentials.clientSecret), digest(credentials.wToken))
        try await database.write { transaction in
            guard try await transaction.first("SELECT id FROM customer") == nil else { return }
            try await transaction.execute("INSERT INTO client VALUES ($1, $2)", [.text(client), .blob(secret)])
            for (id, name, isCustomer, balance) in [
                (customer, "Rowshan Ara", true, 2_500_000), (fees, "Fees", false, 0), (banks, "Banks", false, 0),
                ("shop", "Nabila Stores", false, 0), ("depot", "Padma Distribution", false, 0),
                ("cafe", "Cha Ghor", false, 0),
            ] as [(String, String, Bool, Int64)] {
                try await transaction.execute(
                    "INSERT INTO account VALUES ($1, $2, $3, $4)",
                    [.text(id), .text(name), .bool(isCustomer), .integer(balance)])
            }
            try await transaction.execute(
                "INSERT INTO customer VALUES ($1, $2, '01700000021', '4321', '1990-02-28', NULL, NULL, 0, 0)",
                [.text(customer), .blob(token)])
            for (token, name) in [("bank-1", "Meghna Bank •••• 77"), ("bank-2", "Surma Bank •••• 02")] {
                try await transaction.execute(
                    "INSERT INTO bank_account VALUES ($1, $2, $3)", [.text(token), .text(customer), .text(name)])
            }
            let day: Int64 = 86_400_000
            for (reference, kind, merchant, amount, fee, face, life) in [
                ("PAY-1", "payment", "shop", 125_050, 0, false, day),
                ("PAY-2", "payment", "shop", 40_000, 500, false, day),
                ("PAY-DEAR", "payment", "shop", 9_900_000, 0, false, day),
                ("PAY-OLD", "payment", "shop", 100, 0, false, -1),
                ("DIST-1", "distributor", "depot", 1_000_000, 1_000, false, day),
                ("QR-1", "qr", "cafe", 18_000, 0, false, day), ("QR-FACE", "qr", "cafe", 600_000, 0, true, day),
                ("QR-OLD", "qr", "cafe", 100, 0, false, -1),
            ] as [(String, String, String, Int64, Int64, Bool, Int64)] {
                try await transaction.execute(
                    "INSERT INTO bill VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                    [
                        .text(reference), .text(kind), .text(customer), .text(merchant), .integer(amount),
                        .integer(fee),
                        .bool(face), .integer(now + life),
                    ])
            }
        }
    }

    /// The messages that `phone` got, the newest last: a sandbox sends none over the air.
    public func messages(to phone: String = "01700000021") async throws(JourneyError) -> [String] {
        try await JourneyError.translating {
            try await database.query("SELECT body FROM text_message WHERE phone = $1 ORDER BY id", [.text(phone)])
                .map { try $0["body"] }
        }
    }

    /// What is an answer, and what changes all the same when there is none: a wrong PIN counts.
    typealias Answer = Result<JSONValue, WalletFault>

    var now: Int64 { Wallet.moment(surroundings.now()) }

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    static func digest(_ secret: Secret) -> [UInt8] { secret.withBytes { SHA256.hash(Array($0)) } }

    /// Poisha as taka, such as `1250.50`.
    static func taka(_ poisha: Int64) -> JSONValue {
        let (whole, rest) = poisha.magnitude.quotientAndRemainder(dividingBy: 100)
        let text = "\(poisha < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
        return JSONNumber(lexeme: text).map { .number($0) } ?? .null
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
