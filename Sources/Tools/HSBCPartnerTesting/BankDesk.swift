import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization

/// The bank of a `BankSandbox`: quotes, transfers and an account, in memory, by the rules of the bank of `journey serve`
/// (`docs/sandbox.md`) but for two: it knows no payees, and asks for no approval.
///
/// An answer to a transfer is kept with its idempotency key: who asks again gets it again, and nothing is done twice.
public final class BankDesk: HTTPService {
    /// What the next request of an operation meets.
    public enum Fault: Sendable {
        /// Refused with this status, and nothing is done.
        case status(Int, body: JSONValue = [:])
        /// Done, and then the answer is lost.
        case lostAnswer
    }

    private struct Quote {
        let amount: Int64
        let expires: Date
        var isUsed = false
        var total: Int64 { amount + BankDesk.fee(for: amount) }
    }

    /// What was answered to a key, and for which quote; none, for a key that was withdrawn.
    private struct Answer {
        var quote: String?
        let status: Int
        let body: JSONValue

        init(_ refusal: Refusal, to quote: String? = nil) {
            (self.quote, status, body) = (quote, refusal.status, refusal.body)
        }

        init(_ status: Int, _ body: JSONValue, to quote: String) {
            (self.quote, self.status, self.body) = (quote, status, body)
        }

        var response: HTTPResponse {
            status < 400
                ? .json(body, status: status, headers: ["Cache-Control": "no-store"]) : Refusal.response(status, body)
        }
    }

    private struct State {
        var balance: Int64
        var quotes: [String: Quote] = [:]
        /// By idempotency key.
        var answers: [String: Answer] = [:]
        var transfers = 0
        var faults: [String: [Fault]] = [:]
    }

    /// From it on, a transfer is held for somebody to look at.
    static let holdFrom: Int64 = 200_000
    /// The most that one transfer may move.
    static let limit: Int64 = 1_000_000
    /// Seconds that a quote stands.
    static let quoteLife: TimeInterval = 600
    /// Larger transfers cost 50.
    static func fee(for amount: Int64) -> Int64 { amount > 100_000 ? 50 : 0 }

    private let token: String
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    init(token: String, balance: Int64, now: @escaping @Sendable () -> Date) {
        self.token = token
        self.now = now
        state = Mutex(State(balance: balance))
    }

    /// What is on the account, in cents.
    public var balance: Int64 { state.withLock(\.balance) }
    /// How many transfers were made, those that are held among them.
    public var transfers: Int { state.withLock(\.transfers) }

    /// Has the next requests of an operation meet these, one each: `createQuote`, `createTransfer`, `getAccount`.
    public func inject(_ faults: Fault..., into operation: String) {
        state.withLock { $0.faults[operation, default: []] += faults }
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let operation: String? =
            switch (request.method, request.url.path) {
            case (.post, "/api/quotes"): "createQuote"
            case (.post, "/api/transfers"): "createTransfer"
            case (.get, "/api/account"): "getAccount"
            default: nil
            }
        guard let operation else { return Refusal.notFound.response }
        let fault = state.withLock { state -> Fault? in
            guard state.faults[operation]?.isEmpty == false else { return nil }
            return state.faults[operation]?.removeFirst()
        }
        if case .status(let status, let body)? = fault { return .json(body, status: status) }
        let answer: HTTPResponse
        do throws(Refusal) { answer = try self.answer(operation, request) } catch { answer = error.response }
        if case .lostAnswer? = fault { return HTTPResponse(status: 504) }
        return answer
    }

    private func answer(_ operation: String, _ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        guard request.credentials("Bearer") == token else { throw Refusal(401, "AUTH_EXPIRED") }
        switch operation {
        case "createQuote": return try quote(request)
        case "createTransfer":
            guard let key = request.headers["X-Idempotency-Key"], BankDesk.isKey(key) else {
                throw Refusal(400, "IDEMPOTENCY_KEY_MISSING")
            }
            let members = try BankDesk.members(request, known: "quoteId")
            guard let id = members["quoteId"]?.string, BankDesk.isIdentifier(id) else {
                throw BankDesk.invalid(["quoteId": "Choose a quote."])
            }
            return state.withLock { answer(to: key, quote: id, &$0) }.response
        default: return .json(["balance": .number(JSONNumber(balance))])
        }
    }

    private func quote(_ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        guard let amount = try BankDesk.members(request, known: "amount")["amount"]?.int64,
            (1...(1 << 53 - 1)).contains(amount)
        else { throw BankDesk.invalid(["amount": "Enter an amount of more than 0.00."]) }
        guard amount <= BankDesk.limit else {
            throw BankDesk.invalid(
                ["amount": "This is more than can be sent at a time."], "LIMIT_EXCEEDED")
        }
        let end = now() + BankDesk.quoteLife
        return try state.withLock { state throws(Refusal) in
            let quote = Quote(amount: amount, expires: end)
            guard quote.total <= state.balance else { throw BankDesk.tooMuch }
            let id = "Q_\(state.quotes.count + 1)"
            state.quotes[id] = quote
            return .json(["quoteId": .string(id)], status: 201, headers: ["Cache-Control": "no-store"])
        }
    }

    // MARK: Transfers

    /// The answer that `key` has got before, or gets now and for ever after.
    private func answer(to key: String, quote id: String, _ state: inout State) -> Answer {
        if let earlier = state.answers[key] {
            guard let quote = earlier.quote else { return earlier }
            return quote == id ? earlier : Answer(Refusal(422, "IDEMPOTENCY_KEY_REUSED"))
        }
        let answer: Answer
        do throws(Refusal) { answer = try transfer(id, &state) } catch { answer = Answer(error, to: id) }
        state.answers[key] = answer
        return answer
    }

    private func transfer(_ id: String, _ state: inout State) throws(Refusal) -> Answer {
        guard let quote = state.quotes[id] else { throw Refusal(404, "QUOTE_UNKNOWN") }
        guard !quote.isUsed else { throw Refusal(422, "QUOTE_USED") }
        guard now() < quote.expires else { throw Refusal(422, "QUOTE_EXPIRED") }
        guard quote.total <= state.balance else { throw BankDesk.tooMuch }
        state.balance -= quote.total
        state.transfers += 1
        state.quotes[id]?.isUsed = true
        return Answer(
            201,
            [
                "reference": .string("TX-\(state.transfers)"),
                "status": quote.amount >= BankDesk.holdFrom ? "HELD" : "COMPLETED",
            ], to: id)
    }

    /// What became of the request with `key` of whoever has `token`: its answer where it took effect; else it is withdrawn, and
    /// whatever still comes under this key is refused. To a stranger nothing is said.
    func settle(_ key: String, token: String?) -> [String: JSONValue] {
        guard token == self.token, BankDesk.isKey(key) else { return ["state": "unknown"] }
        return state.withLock { state in
            guard let answer = state.answers[key] else {
                state.answers[key] = Answer(Refusal(422, "KEY_WITHDRAWN"))
                return ["state": "withdrawn"]
            }
            return answer.status < 300 ? ["state": "done", "body": answer.body] : ["state": "withdrawn"]
        }
    }

    // MARK: What it takes

    private static func members(
        _ request: HTTPRequest, known name: String
    ) throws(Refusal) -> [String: JSONValue] {
        guard request.hasBody("application/json") else { throw Refusal(415, "MEDIA_TYPE") }
        guard let members = request.members() else { throw Refusal(400, "MALFORMED_JSON") }
        let unknown = members.keys.filter { $0 != name }
        guard unknown.isEmpty else {
            throw invalid(Dictionary(uniqueKeysWithValues: unknown.map { ($0, "This field is not known.") }))
        }
        return members
    }

    private static let tooMuch = invalid(
        ["amount": "This is more than you have in your account."], "INSUFFICIENT_FUNDS")

    private static func invalid(_ fields: [String: String], _ code: String = "VALIDATION_FAIL") -> Refusal {
        let errors = fields.sorted { $0.key < $1.key }.map { name, sentence -> JSONValue in
            ["field": .string(name), "detail": .string(sentence)]
        }
        return Refusal(422, code, ["errors": .array(errors)])
    }

    /// 1 to 255 visible characters of ASCII.
    private static func isKey(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// 1 to 64 letters, digits and low lines of ASCII.
    private static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "_")
            }
    }
}
