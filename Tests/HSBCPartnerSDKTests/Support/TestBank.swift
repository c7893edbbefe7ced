import JourneyBase
import JourneyTesting
import Synchronization

/// A small bank that counts requested payments, once for each key.
final class TestBank: HTTPService {
    /// A fault of an operation's next request.
    enum Fault: Sendable {
        case status(Int, headers: HTTPFields = [:], body: JSONValue = [:])
        /// Executes the request, then returns another answer.
        case doneBut(status: Int)
        case body([UInt8])
        /// Waits until the test opens the gate, then executes the request.
        case gate(Gate)
    }

    private struct State {
        var payments: [String: Int] = [:]
        var paid: [String: JSONValue] = [:]
        /// The token of each payment, by idempotency key.
        var payers: [String: String] = [:]
        var faults: [String: [Fault]] = [:]
        var takesUnkeyed = false
    }

    private let state = Mutex(State())

    /// The number of payments, by idempotency key.
    var payments: [String: Int] { state.withLock(\.payments) }
    var total: Int { payments.values.reduce(0, +) }

    /// Answers a gateway's question about keys: the bank knows a key only for the customer who sent it, and denies all others.
    @Sendable func settle(_ request: HTTPRequest) async -> HTTPResponse? {
        guard request.url.path.hasSuffix("/settlements") else { return nil }
        let grant = request.headers["X-Bank-Authorization"]
        let who = grant ?? request.headers["Authorization"]
        let keys = ((try? JSONReader.read(request.body))?["keys"]?.array ?? []).compactMap(\.string)
        let entries = state.withLock { state in
            keys.map { key -> JSONValue in
                guard let body = state.paid[key], state.payers[key] == who else {
                    return ["key": .string(key), "state": "withdrawn"]
                }
                return ["key": .string(key), "state": "done", "body": body]
            }
        }
        return .json(["settlements": .array(entries), "asked": grant == nil ? "token" : "grant"])
    }

    /// Accepts transfers without a key from now on, and pays each of them.
    func takesUnkeyed() { state.withLock { $0.takesUnkeyed = true } }

    func inject(_ faults: Fault..., into operation: String) {
        state.withLock { $0.faults[operation, default: []] += faults }
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let operation =
            switch request.url.path {
            case "/api/quotes": "createQuote"
            case "/api/transfers": "createTransfer"
            case "/api/account": "getAccount"
            default: "none"
            }
        let fault = state.withLock { state -> Fault? in
            guard state.faults[operation]?.isEmpty == false else { return nil }
            return state.faults[operation]?.removeFirst()
        }
        switch fault {
        case .status(let status, let headers, let body): return .json(body, status: status, headers: headers)
        case .doneBut(let status):
            _ = answer(operation, request)
            return .json([:], status: status)
        case .body(let bytes): return HTTPResponse(status: 200, body: bytes)
        case .gate(let gate): await gate.wait()
        case nil: break
        }
        return answer(operation, request)
    }

    private func answer(_ operation: String, _ request: HTTPRequest) -> HTTPResponse {
        let body = try? JSONReader.read(request.body)
        switch operation {
        case "createQuote": return .json(["quoteId": "Q-1"], status: 201)
        case "getAccount": return .json(["balance": 100])
        case "createTransfer":
            let unkeyed = state.withLock { $0.takesUnkeyed ? "unkeyed \($0.payments.count)" : nil }
            guard body?["quoteId"] == "Q-1", let key = request.headers["X-Idempotency-Key"] ?? unkeyed else {
                return .json(["code": "BAD_REQUEST"], status: 400)
            }
            return state.withLock { state in
                if let earlier = state.paid[key] { return .json(earlier) }
                state.payments[key, default: 0] += 1
                let answer: JSONValue = ["reference": .string("TX-\(state.payments.count)"), "status": "BOOKED"]
                state.paid[key] = answer
                state.payers[key] = request.headers["Authorization"]
                return .json(answer, status: 201)
            }
        default: return .json([:], status: 404)
        }
    }
}

/// Holds all callers until it is opened.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrivals = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The number of callers that have arrived.
    var arrivals: Int { state.withLock(\.arrivals) }

    /// Waits until a caller waits, or none will.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let isDecided = state.withLock { state in
                let isDecided = state.arrivals > 0 || state.isOver
                if !isDecided { state.watchers.append(continuation) }
                return isDecided
            }
            if isDecided { continuation.resume() }
        }
    }

    /// Ends the wait for a caller: none will come.
    func end() {
        let watchers = state.withLock { state in
            state.isOver = true
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }
}
