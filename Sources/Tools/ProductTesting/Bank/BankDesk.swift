import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization

/// The bank of a `BankSandbox`: quotes, transfers and an account, in memory. A transfer is made once for each idempotency key, of
/// whoever's token it came under.
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
        let payer: String
        let expires: Date
    }

    private struct State {
        var balance: Int64
        var quotes: [String: Quote] = [:]
        /// The answers to transfers, by payer and idempotency key.
        var transfers: [[String]: JSONValue] = [:]
        var faults: [String: [Fault]] = [:]
    }

    /// Above it, a transfer is held for somebody to look at.
    static let heldFrom: Int64 = 1_000_000
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
    /// How many transfers were made.
    public var transfers: Int { state.withLock(\.transfers.count) }

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
        guard let operation else { return .json(["code": "NOT_FOUND"], status: 404) }
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
        guard let payer = request.credentials("Bearer"), payer == token else { throw Refusal(401, "AUTH_EXPIRED") }
        switch operation {
        case "createQuote":
            guard let amount = request.members?["amount"]?.int64, amount > 0 else { throw Refusal(400, "BAD_AMOUNT") }
            return try state.withLock { state throws(Refusal) in
                guard amount <= state.balance else { throw Refusal(422, "BALANCE_SHORT") }
                let id = "Q-\(state.quotes.count + 1)"
                state.quotes[id] = Quote(amount: amount, payer: payer, expires: now() + 300)
                return .json(["quoteId": .string(id)], status: 201)
            }
        case "createTransfer":
            guard let key = request.headers["X-Idempotency-Key"], let id = request.members?["quoteId"]?.string else {
                throw Refusal(400, "BAD_REQUEST")
            }
            return try state.withLock { state throws(Refusal) in try transfer(id, [payer, key], &state) }
        default: return .json(["balance": .number(JSONNumber(balance))])
        }
    }

    private func transfer(_ id: String, _ key: [String], _ state: inout State) throws(Refusal) -> HTTPResponse {
        if let earlier = state.transfers[key] { return .json(earlier) }
        guard let quote = state.quotes[id], quote.payer == key[0] else { throw Refusal(404, "QUOTE_UNKNOWN") }
        guard now() < quote.expires else { throw Refusal(410, "QUOTE_EXPIRED") }
        guard quote.amount <= state.balance else { throw Refusal(422, "BALANCE_SHORT") }
        let isHeld = quote.amount >= BankDesk.heldFrom
        if !isHeld { state.balance -= quote.amount }
        state.quotes[id] = nil
        let answer: JSONValue = [
            "reference": .string("TX-\(state.transfers.count + 1)"), "status": isHeld ? "HELD" : "BOOKED",
        ]
        state.transfers[key] = answer
        return .json(answer, status: 201)
    }

    /// What the gateway hears of keys whose answers nobody saw: as the bank has it, or withdrawn.
    func settle(_ request: HTTPRequest) -> HTTPResponse {
        let payer = request.credentials("Bearer") ?? ""
        let keys = (request.members?["keys"]?.array ?? []).compactMap(\.string)
        let entries = state.withLock { state in
            keys.map { key -> JSONValue in
                guard let body = state.transfers[[payer, key]] else {
                    return ["key": .string(key), "state": "withdrawn"]
                }
                return ["key": .string(key), "state": "done", "body": body]
            }
        }
        return .json(["settlements": .array(entries), "asked": "token"])
    }
}
