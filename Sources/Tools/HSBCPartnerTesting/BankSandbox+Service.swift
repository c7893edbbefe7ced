import Foundation
public import JourneyBase
import JourneyServer
import JourneyTesting
import SandboxServices
import Synchronization

extension BankSandbox {
    /// The bank of `journey serve` (`docs/reference/sandbox.md`) in this process, but for two of its rules: there is one payee, and nobody has to
    /// approve. What it knows is in memory and goes with it.
    public final class Service: HTTPService {
        /// What the next request of an operation meets.
        public enum Fault: Sendable {
            /// Refused with this status, and nothing is done.
            case status(Int, body: JSONValue = [:])
            /// Done, and then the answer is lost.
            case lostAnswer
        }

        private struct State {
            var balance: Int64
            var transfers = 0
            var references = 0
            var faults: [String: [Fault]] = [:]
        }

        /// Shared with what counts references.
        private final class Board: Sendable {
            let state: Mutex<State>
            init(_ state: State) { self.state = Mutex(state) }
        }

        private let opened: Task<(bank: Bank, calls: Router, operations: [String: String]), any Error>
        private let board: Board

        init(balance: Int64, time: SandboxTime, random: @escaping @Sendable (Int) -> [UInt8]) {
            let board = Board(State(balance: balance))
            self.board = board
            // What waits for the database waits for the system's clock: the sandbox's may stand still.
            let surroundings = Surroundings(now: time.now, clock: ContinuousClock(), random: random)
            opened = Task {
                var rules = Bank.Rules()
                rules.balance = balance
                rules.asksForApproval = false
                rules.reference = {
                    board.state.withLock { state in
                        state.references += 1
                        return "TX-\(state.references)"
                    }
                }
                let bank = try await Bank(.memory, rules: rules, surroundings: surroundings)
                let api = BankAPI(
                    bank: bank, tokens: [Bank.customer: Secret(copying: BankSandbox.contextToken.utf8)], devices: nil)
                return (bank, Router(api.routes), api.operations)
            }
        }

        /// What is on the account, in cents.
        public var balance: Int64 { board.state.withLock(\.balance) }
        /// How many transfers were made, those that are held among them.
        public var transfers: Int { board.state.withLock(\.transfers) }

        /// Has the next requests of an operation meet these, one each: `createQuote`, `createTransfer`, `getAccount`.
        public func inject(_ faults: Fault..., into operation: String) {
            board.state.withLock { $0.faults[operation, default: []] += faults }
        }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            do {
                let (bank, calls, operations) = try await opened.value
                let operation = calls.routeName(for: request).flatMap { operations["\(request.method.rawValue) \($0)"] }
                let fault = board.state.withLock { state -> Fault? in
                    guard let operation, state.faults[operation]?.isEmpty == false else { return nil }
                    return state.faults[operation]?.removeFirst()
                }
                if case .status(let status, let body)? = fault { return .json(body, status: status) }
                let answer = await calls.handle(request)
                let totals = try await bank.totals()
                board.state.withLock { ($0.balance, $0.transfers) = (totals.balance, Int(totals.transfers)) }
                if case .lostAnswer? = fault { return HTTPResponse(status: 504) }
                return answer
            } catch { return HTTPResponse(status: 503) }
        }
    }
}
