public import CashBaba
import Foundation
public import JourneyBase
public import JourneyCrypto
import JourneyServer
import JourneyTesting
import JourneyWire
import SandboxServices
import Synchronization

extension WalletSandbox {
    /// The wallet service of `journey serve` (`docs/reference/sandbox.md`) in this process, with one customer: CashBaba's eighteen calls.
    /// All data is in memory.
    public final class Service: HTTPService {
        /// A fault that the next call of an endpoint meets.
        public enum Fault: Sendable {
            /// The call is refused with this status and has no effect.
            case status(Int)
            /// The call takes effect, but its response is lost.
            case lostAnswer
        }

        /// The state that tests can observe.
        private struct State {
            var balance: Int64
            var person: WalletRecords.Person?
            var codes: [String] = []
            var payments: [(to: String, amount: Int64)] = []
            /// The ids of transfers already in `payments`.
            var seen: Set<String> = []
        }

        /// The id of the client that the service accepts; `clientSecret` is its secret.
        public static let clientID = Wallet.client
        public static let clientSecret: HostSecret = "sandbox-secret"
        private static let customerID = "customer"

        /// The key to which PINs are encrypted, as partners receive it.
        public let publicKey: RSAPublicKey
        private let customer: WalletCustomer
        private let faults = SandboxFaults()
        private let service: Task<(calls: WalletService, records: WalletRecords), any Error>
        private let state: SharedState

        /// State that is shared with the delivery of messages.
        private final class SharedState: Sendable {
            let state: Mutex<State>
            init(_ state: State) { self.state = Mutex(state) }
        }

        init(
            _ customer: WalletCustomer, key: RSAPrivateKey, time: SandboxTime,
            random: @escaping @Sendable (Int) -> [UInt8]
        ) {
            self.customer = customer
            publicKey = key.publicKey
            let shared = SharedState(State(balance: customer.balance))
            state = shared
            // Waiting for the database uses the system's clock, because the sandbox's may stand still.
            let dependencies = Dependencies(now: time.now, clock: ContinuousClock(), random: random)
            service = Task { [faults] in
                let wallet = try await Wallet(
                    .memory, key: key,
                    credentials: Wallet.Credentials(
                        clientSecret: Service.clientSecret.secret,
                        wTokens: [Service.customerID: Secret(copying: customer.token.utf8)]),
                    people: [Service.person(customer)], dependencies: dependencies
                ) { message in
                    shared.state.withLock { $0.codes.append(message.body.filter(\.isNumber)) }
                }
                return (WalletService(wallet, faults: faults), WalletRecords(of: wallet))
            }
        }

        /// The balance, in poisha.
        public var balance: Int64 { state.state.withLock { $0.person?.balance ?? $0.balance } }
        /// `true` if a PIN is set.
        public var hasPIN: Bool { state.state.withLock { $0.person?.hasPin } ?? (customer.pin != nil) }
        /// Returns `true` if `digits` are the PIN.
        public func hasPIN(_ digits: String) -> Bool {
            state.state.withLock(\.person)?.hasPin(digits) ?? (customer.pin == digits)
        }
        /// The codes sent so far, in order.
        public var codes: [String] { state.state.withLock(\.codes) }
        /// The code sent last; empty if there is none.
        public var lastCode: String { codes.last ?? "" }
        /// The transfers and payments in order: the reference or the bank account's token, and the amount in poisha.
        public var payments: [(to: String, amount: Int64)] { state.state.withLock(\.payments) }

        /// Adds faults for the next calls of `endpoint`, one each.
        ///
        /// - Parameters:
        ///   - faults: The faults.
        ///   - endpoint: The endpoint.
        public func inject(_ faults: Fault..., into endpoint: CashBaba.Endpoint) {
            for fault in faults {
                switch fault {
                case .status(let status): self.faults.inject(.status(status), into: endpoint.rawValue)
                // Half of a body: the caller can't know whether the call took effect.
                case .lostAnswer: self.faults.inject(.malformed, into: endpoint.rawValue)
                }
            }
        }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            guard let (calls, records) = try? await service.value else { return HTTPResponse(status: 503) }
            let answer = await calls.handle(request)
            if let person = try? await records.person(Service.customerID) { recordChanges(of: person, after: request) }
            return answer
        }

        /// Records the changes made by `request`. Only the request names a transfer's bank account.
        private func recordChanges(of person: WalletRecords.Person, after request: HTTPRequest) {
            let form = FormBody(parsing: request.body, entryLimit: 16)
            let bank = form?.entries.first { $0.name == WalletField.bankToken.rawValue }?.value ?? ""
            state.state.withLock { state in
                state.person = person
                for movement in person.movements where movement.status == WalletTransaction.authorized {
                    guard state.seen.insert(movement.id).inserted else { continue }
                    let fee = movement.reference.map { customer.bills[$0]?.fee ?? 0 } ?? Wallet.transferFee
                    state.payments.append((movement.reference ?? bank, movement.amount - fee))
                }
            }
        }

        private static func person(_ customer: WalletCustomer) -> WalletUser {
            WalletUser(
                id: customerID, name: "Sandbox customer", phone: "01700000001", nationalID: customer.nationalID,
                birthDate: customer.birthDate, balance: customer.balance, pin: customer.pin,
                bankAccounts: customer.bankAccounts.sorted().map { ($0, $0) },
                bills: customer.bills.sorted { $0.key < $1.key }.map { reference, bill in
                    SandboxServices.WalletBill(
                        reference, kind(bill.kind), amount: bill.amount, fee: bill.fee, needsFace: bill.needsFace,
                        isOver: bill.isOver)
                })
        }

        private static func kind(_ kind: WalletBill.Kind) -> SandboxServices.WalletBill.Kind {
            switch kind {
            case .payment: .payment
            case .distributor: .distributor
            case .qr: .qr
            }
        }
    }
}
