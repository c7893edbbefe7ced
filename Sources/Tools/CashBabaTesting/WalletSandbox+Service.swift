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
    /// The wallet's service of `journey serve` (`docs/reference/sandbox.md`), in this process and with one customer: CashBaba's eighteen
    /// calls. What it knows is in memory and goes with it.
    public final class Service: HTTPService {
        /// What the next call of an endpoint meets.
        public enum Fault: Sendable {
            /// Refused with this status, and nothing is done.
            case status(Int)
            /// Done, and then the answer is lost: nobody knows.
            case lostAnswer
        }

        /// What the tests see of it.
        private struct State {
            var balance: Int64
            var person: WalletRecords.Person?
            var codes: [String] = []
            var payments: [(to: String, amount: Int64)] = []
            /// Movements that stand in `payments`.
            var seen: Set<String> = []
        }

        /// Whom the service lets in.
        public static let clientID = Wallet.client
        public static let clientSecret: HostSecret = "sandbox-secret"
        private static let customerID = "customer"

        /// PINs are encrypted to it, as partners get it.
        public let publicKey: RSAPublicKey
        private let customer: WalletCustomer
        private let faults = SandboxFaults()
        private let service: Task<(calls: WalletService, records: WalletRecords), any Error>
        private let state: Board

        /// Shared with what delivers messages.
        private final class Board: Sendable {
            let state: Mutex<State>
            init(_ state: State) { self.state = Mutex(state) }
        }

        init(
            _ customer: WalletCustomer, key: RSAPrivateKey, time: SandboxTime,
            random: @escaping @Sendable (Int) -> [UInt8]
        ) {
            self.customer = customer
            publicKey = key.publicKey
            let board = Board(State(balance: customer.balance))
            state = board
            // What waits for the database waits for the system's clock: the sandbox's may stand still.
            let surroundings = Surroundings(now: time.now, clock: ContinuousClock(), random: random)
            service = Task { [faults] in
                let wallet = try await Wallet(
                    .memory, key: key,
                    credentials: Wallet.Credentials(
                        clientSecret: Service.clientSecret.secret,
                        wTokens: [Service.customerID: Secret(copying: customer.token.utf8)]),
                    people: [Service.person(customer)], surroundings: surroundings
                ) { message in
                    board.state.withLock { $0.codes.append(message.body.filter(\.isNumber)) }
                }
                return (WalletService(wallet, faults: faults), WalletRecords(of: wallet))
            }
        }

        /// What is on the account, in poisha.
        public var balance: Int64 { state.state.withLock { $0.person?.balance ?? $0.balance } }
        /// Whether a PIN is set.
        public var hasPIN: Bool { state.state.withLock { $0.person?.hasPin } ?? (customer.pin != nil) }
        /// Whether `digits` are the PIN.
        public func hasPIN(_ digits: String) -> Bool {
            state.state.withLock(\.person)?.hasPin(digits) ?? (customer.pin == digits)
        }
        /// The codes that were sent, in order.
        public var codes: [String] { state.state.withLock(\.codes) }
        /// The last code that was sent; empty when none was.
        public var lastCode: String { codes.last ?? "" }
        /// What was moved, in order: the reference or the bank's token, and the amount in poisha.
        public var payments: [(to: String, amount: Int64)] { state.state.withLock(\.payments) }

        /// Has the next calls of `endpoint` meet these, one each.
        public func inject(_ faults: Fault..., into endpoint: CashBaba.Endpoint) {
            for fault in faults {
                switch fault {
                case .status(let status): self.faults.inject(.status(status), into: endpoint.rawValue)
                // Half of a body: the transport's caller cannot know what was done.
                case .lostAnswer: self.faults.inject(.malformed, into: endpoint.rawValue)
                }
            }
        }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            guard let (calls, records) = try? await service.value else { return HTTPResponse(status: 503) }
            let answer = await calls.handle(request)
            if let person = try? await records.person(Service.customerID) { look(at: person, after: request) }
            return answer
        }

        /// Notes what `request` has changed. A transfer's bank stands in the request alone.
        private func look(at person: WalletRecords.Person, after request: HTTPRequest) {
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

        private static func person(_ customer: WalletCustomer) -> WalletPerson {
            WalletPerson(
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
