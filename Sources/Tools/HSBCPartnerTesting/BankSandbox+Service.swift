import Foundation
public import JourneyBase
import JourneyServer
import JourneyTesting
import SandboxServices
import Synchronization

extension BankSandbox {
    /// The bank of `journey serve` (`docs/reference/sandbox.md`) in this process, with two differences: there is one payee, and transfers
    /// need no approval. All data is in memory.
    public final class Service: HTTPService {
        /// A fault that the next request of an operation meets.
        public enum Fault: Sendable {
            /// The request is refused with this status and has no effect.
            case status(Int, body: JSONValue = [:])
            /// The request takes effect, but its response is lost.
            case lostAnswer
        }

        private struct State {
            var balance: Int64
            var transfers = 0
            var references = 0
            var faults: [String: [Fault]] = [:]
        }

        /// State that is shared with the generator of references.
        private final class SharedState: Sendable {
            let state: Mutex<State>
            init(_ state: State) { self.state = Mutex(state) }
        }

        private let opened: Task<(bank: Bank, calls: Router, operations: [String: String]), any Error>
        private let shared: SharedState

        init(balance: Int64, time: SandboxTime, random: @escaping @Sendable (Int) -> [UInt8]) {
            let shared = SharedState(State(balance: balance))
            self.shared = shared
            // Waiting for the database uses the system's clock, because the sandbox's may stand still.
            let dependencies = Dependencies(now: time.now, clock: ContinuousClock(), random: random)
            opened = Task {
                var rules = Bank.Rules()
                rules.balance = balance
                rules.asksForApproval = false
                rules.reference = {
                    shared.state.withLock { state in
                        state.references += 1
                        return "TX-\(state.references)"
                    }
                }
                let bank = try await Bank(.memory, rules: rules, dependencies: dependencies)
                let api = BankAPI(
                    bank: bank, tokens: [Bank.customer: Secret(copying: BankSandbox.contextToken.utf8)], devices: nil)
                return (bank, Router(api.routes), api.operations)
            }
        }

        /// The balance of the account, in pence.
        public var balance: Int64 { shared.state.withLock(\.balance) }
        /// The number of transfers, held ones included.
        public var transfers: Int { shared.state.withLock(\.transfers) }

        /// Adds faults for the next requests of an operation, one each.
        ///
        /// - Parameters:
        ///   - faults: The faults.
        ///   - operation: The operation: `createQuote`, `createTransfer` or `getAccount`.
        public func inject(_ faults: Fault..., into operation: String) {
            shared.state.withLock { $0.faults[operation, default: []] += faults }
        }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            do {
                let (bank, calls, operations) = try await opened.value
                let operation = calls.routeName(for: request).flatMap { operations["\(request.method.rawValue) \($0)"] }
                let fault = shared.state.withLock { state -> Fault? in
                    guard let operation, state.faults[operation]?.isEmpty == false else { return nil }
                    return state.faults[operation]?.removeFirst()
                }
                if case .status(let status, let body)? = fault { return .json(body, status: status) }
                let answer = await calls.handle(request)
                let totals = try await bank.totals()
                shared.state.withLock { ($0.balance, $0.transfers) = (totals.balance, Int(totals.transfers)) }
                if case .lostAnswer? = fault { return HTTPResponse(status: 504) }
                return answer
            } catch { return HTTPResponse(status: 503) }
        }
    }
}
