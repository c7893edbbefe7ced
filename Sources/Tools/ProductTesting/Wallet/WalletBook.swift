import Foundation
import JourneyBase
import JourneyCrypto

/// What a wallet's service knows, and its rules: the same as those of `journey serve` (`docs/sandbox.md`), in memory.
struct WalletBook {
    typealias Answer = Result<JSONValue, WalletRefusal>

    struct Code {
        var digits: String
        let sent: Date
        var failures = 0
        var expires: Date { sent + 120 }
    }

    struct Movement {
        let id: String
        var isAuthorized: Bool
    }

    static let pinTries = 5
    static let codeTries = 5

    let random: @Sendable (Int) -> [UInt8]
    var customer: WalletCustomer
    var now = Date.distantPast
    /// By its digest: the scopes that it lets through, and its end.
    var sessions: [[UInt8]: (scopes: Set<String>, expires: Date)] = [:]
    var failures = 0
    var lockedUntil = Date.distantPast
    /// By purpose.
    var codes: [String: Code] = [:]
    var permits: [String: (identifier: String, expires: Date)] = [:]
    var movements: [String: Movement] = [:]
    var ordered: Set<String> = []
    /// The codes that were sent, in order.
    var inbox: [String] = []
    /// What was paid and moved, in order: a reference or a bank's token, and poisha.
    var ledger: [(to: String, amount: Int64)] = []

    init(_ customer: WalletCustomer, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.customer = customer
        self.random = random
    }

    // MARK: PINs

    /// Why `pin` is not taken; wrong ones are counted, and lock it.
    mutating func fault(of pin: String?) -> WalletRefusal? {
        guard let pin else { return .malformed }
        guard let own = customer.pin else { return .pinMissing }
        guard lockedUntil <= now else { return .locked }
        if Secret(copying: own.utf8).hasSameBytes(as: Secret(copying: pin.utf8)) {
            failures = 0
            return nil
        }
        failures += 1
        guard failures >= WalletBook.pinTries else { return .pinWrong(left: WalletBook.pinTries - failures) }
        failures = 0
        lockedUntil = now + 900
        return .locked
    }

    mutating func keep(_ pin: String?, confirmed: String?) -> WalletRefusal? {
        guard let pin, let confirmed else { return .malformed }
        guard pin == confirmed else { return .pinsDiffer }
        let digits = Array(pin.utf8)
        let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
        guard digits.count == 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            steps.count > 1 || ![0, 1, -1].contains(steps.first ?? 0)
        else { return .pinWeak }
        guard pin != customer.pin else { return .pinSame }
        customer.pin = pin
        failures = 0
        lockedUntil = .distantPast
        return nil
    }

    // MARK: Codes

    /// Sends a code for `purpose`, in the place of an earlier one; whoever has just got one waits.
    mutating func send(_ purpose: String) -> WalletRefusal? {
        if let earlier = codes[purpose], earlier.sent + 30 > now { return .codeTooSoon }
        let number = random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
        let digits = String(repeating: "0", count: 6 - String(number).count) + String(number)
        codes[purpose] = Code(digits: digits, sent: now)
        inbox.append(digits)
        return nil
    }

    /// Uses the code up when `digits` are it; counts when they are not.
    mutating func redeem(_ digits: String, _ purpose: String) -> WalletRefusal? {
        guard var code = codes[purpose], code.failures < WalletBook.codeTries else { return .codeMissing }
        guard now < code.expires else { return .codeExpired }
        guard code.digits == digits else {
            code.failures += 1
            codes[purpose] = code
            let left = WalletBook.codeTries - code.failures
            return left > 0 ? .codeWrong(left: left) : .codeMissing
        }
        code.failures = WalletBook.codeTries
        codes[purpose] = code
        return nil
    }

    mutating func permit(_ purpose: String) -> String {
        let identifier = Hex.encode(random(16))
        permits[purpose] = (identifier, now + 600)
        return identifier
    }

    func isPermitted(_ purpose: String, _ identifier: String?) -> Bool {
        guard let permit = permits[purpose], now < permit.expires else { return false }
        return identifier == nil || identifier == permit.identifier
    }

    // MARK: Money

    /// Moves `amount` and `fee`, all of it or nothing.
    mutating func move(_ amount: Int64, fee: Int64, to receiver: String) -> WalletRefusal? {
        guard customer.balance >= amount + fee else { return .balanceShort }
        customer.balance -= amount + fee
        ledger.append((receiver, amount))
        return nil
    }

    mutating func begin(_ reference: String, isAuthorized: Bool) -> String {
        let id = "txn_\(Hex.encode(random(16)))"
        movements[reference] = Movement(id: id, isAuthorized: isAuthorized)
        return id
    }

    /// Poisha as taka, such as `1250.50`.
    static func taka(_ poisha: Int64) -> JSONValue {
        let (whole, rest) = poisha.quotientAndRemainder(dividingBy: 100)
        return JSONNumber(lexeme: "\(whole).\(rest < 10 ? "0" : "")\(rest)").map { .number($0) } ?? .null
    }

    /// Taka in text as poisha: digits, and at most two of them after a point.
    static func poisha(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...10).contains(parts[0].utf8.count), let whole = Int64(parts[0]),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        guard (1...2).contains(parts[1].utf8.count), let rest = Int64(parts[1]) else { return nil }
        return whole * 100 + (parts[1].utf8.count == 1 ? rest * 10 : rest)
    }
}

/// Why the wallet says no: an HTTP status, and what the person is told.
struct WalletRefusal: Error, Hashable {
    let status: Int
    let text: String
    /// What the answer carries beside the text; null for nothing.
    var data: JSONValue = nil

    init(_ status: Int, _ text: String) {
        self.status = status
        self.text = text
    }

    var response: HTTPResponse {
        var body: [String: JSONValue] = [
            "code": .number(JSONNumber(status)), "messages": [.string(text)], "details": nil,
        ]
        if data != .null { body["data"] = data }
        return .json(.object(body), status: status, headers: ["Cache-Control": "no-store"])
    }

    /// The same refusal, whose answer carries `data`.
    func with(_ data: JSONValue) -> WalletRefusal {
        var refusal = self
        refusal.data = data
        return refusal
    }

    static let unauthorized = WalletRefusal(401, "You are not signed in.")
    static let otherScope = WalletRefusal(403, "This session is for something else.")
    static let malformed = WalletRefusal(400, "The request cannot be read.")
    static let mediaType = WalletRefusal(415, "The request is of another type.")
    static let locked = WalletRefusal(444, "Too many wrong PINs. Your PIN is locked for 15 minutes.")
    static let pinMissing = WalletRefusal(409, "You have not set a PIN yet.")
    static let pinThere = WalletRefusal(409, "You have set a PIN already.")
    static let pinsDiffer = WalletRefusal(400, "The two PINs are not the same.")
    static let pinWeak = WalletRefusal(400, "This PIN is too easy to guess.")
    static let pinSame = WalletRefusal(400, "This is the PIN that you have.")
    static func pinWrong(left: Int) -> WalletRefusal {
        WalletRefusal(400, "The PIN is wrong. \(left) \(left == 1 ? "try" : "tries") left.")
    }
    static let codeMissing = WalletRefusal(422, "Ask for another code.")
    static let codeExpired = WalletRefusal(422, "The code has expired. Ask for another one.")
    static func codeWrong(left: Int) -> WalletRefusal {
        WalletRefusal(400, "The code is wrong. \(left) \(left == 1 ? "try" : "tries") left.")
    }
    static let codeTooSoon = WalletRefusal(429, "Wait before you ask for another code.")
    static let codeUnverified = WalletRefusal(422, "Confirm the code first.")
    static let personUnknown = WalletRefusal(404, "These details are not yours.")
    static let referenceUnknown = WalletRefusal(404, "There is no such payment.")
    static let referenceUsed = WalletRefusal(409, "This has been paid already.")
    static let referenceExpired = WalletRefusal(422, "This payment has expired.")
    static let bankUnknown = WalletRefusal(404, "There is no such bank account.")
    static let amountWrong = WalletRefusal(422, "Enter an amount from ৳10 to ৳50,000.")
    static let balanceShort = WalletRefusal(422, "Your balance is too low.")
    static let faceMissing = WalletRefusal(422, "Two pictures of your face are needed.")
    static let productUnknown = WalletRefusal(404, "There is no such card.")
    static let promotionUnknown = WalletRefusal(422, "There is no such promotion.")
    static let cardOrdered = WalletRefusal(409, "You have ordered this card already.")
}
