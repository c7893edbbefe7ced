import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneySandbox

/// A wallet with books in memory, asked in-process by the SDK's own repository.
final class TestWalletService: Sendable {
    let wallet: Wallet
    let faults = SandboxFaults()
    let transport: ServiceTransport
    let api: APIHandler
    let storage: CBSDKDataStorage
    let calls: CashBabaRepositoryImpl
    private let clock = ManualClock(hurried: true)

    /// Made once: a key takes a while.
    private static let key = Result { try RSAPrivateKey.generate() }
    static let strangerKey = Result { try RSAPrivateKey.generate() }
    static let secret = Secret(copying: "client-secret-of-tests".utf8)
    static let wToken = Secret(copying: "wallet-token-of-tests".utf8)

    init() async throws {
        let elapsed = Box()
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: 1_800_000_000 + elapsed.seconds.withLock { $0 }) }, clock: clock,
            random: Surroundings.system.random)
        let key = try Self.key.get()
        wallet = try await Wallet(
            .memory, key: key,
            credentials: Wallet.Credentials(clientSecret: Self.secret, wToken: Self.wToken), surroundings: surroundings)
        let origin = try #require(Origin(scheme: "https", host: "wallet.localhost", port: 443))
        transport = ServiceTransport([origin: WalletService(wallet, faults: faults)])
        let address = try #require(HTTPSURL("https://wallet.localhost/api/"))
        var config = CashBabaConfig(
            environment: CashBaba.Environment(name: "sandbox", baseURL: address), wToken: Self.wToken)
        config.encryptor = Encryptor(key: key.publicKey)
        api = APIHandler(config: config, transport: LosingTransport(rest: transport), surroundings: surroundings)
        storage = CBSDKDataStorage(api: api, session: SessionStore(now: surroundings.now))
        calls = CashBabaRepositoryImpl(service: WebServiceHandler(api: api, storage: storage))
        box = elapsed
    }

    private final class Box: Sendable { let seconds = Mutex<TimeInterval>(0) }
    private let box: Box

    /// Moves the wall clock of both sides on.
    func wait(_ seconds: TimeInterval) { box.seconds.withLock { $0 += seconds } }

    /// Signs in for `scope`.
    func signIn(_ scope: Scope) async throws {
        api.configure { $0.scope = scope }
        _ = try await calls.clientVerification(clientId: "sandbox-app", clientSecret: Self.secret)
    }

    static func pin(_ digits: String) -> Secret { Secret(copying: digits.utf8) }

    /// The code in the newest message.
    func code() async throws -> String {
        let message = try #require(try await wallet.messages().last)
        return String(message.filter(\.isNumber))
    }

    /// Another code than the newest one.
    func wrongCode() async throws -> String {
        let digits = try await code()
        return digits.dropLast() + (digits.last == "0" ? "1" : "0")
    }

    /// Signs in and sets the PIN 13579, with its code.
    func withPin() async throws {
        try await signIn(.pinSet)
        _ = try await calls.getSetPinOTP()
        _ = try await calls.verifySetPinOTP(otp: try await code())
        _ = try await calls.setPIN(pin: Self.pin("13579"), confirmPin: Self.pin("13579"))
    }

    func balance() async throws -> Int64? {
        try await wallet.database.first("SELECT balance AS n FROM account WHERE id = 'wallet-1'")?["n"]
    }

    /// What one loses others gain, and every account is what its entries and its start make it.
    func booksBalance() async throws -> Bool {
        let off: Int64? = try await wallet.database.first(
            "SELECT count(*) AS n FROM (SELECT sum(amount) AS s FROM wallet_entry GROUP BY movement) AS sums WHERE s <> 0"
        )?["n"]
        let total: Int64? = try await wallet.database.first("SELECT CAST(sum(balance) AS BIGINT) AS n FROM account")?[
            "n"]
        let moved: Int64? = try await wallet.database.first(
            """
            SELECT count(*) AS n FROM account WHERE balance <> is_customer * 2500000
                + coalesce((SELECT sum(amount) FROM wallet_entry WHERE wallet_entry.account = account.id), 0)
            """)?["n"]
        return off == 0 && total == 2_500_000 && moved == 0
    }

    /// Makes the call of `endpoint` with values of the right shape, of which some are not known.
    func make(_ endpoint: CashBaba.Endpoint) async throws {
        let pin = Self.pin("13579")
        switch endpoint {
        case .clientToken:
            _ = try await calls.clientVerification(clientId: "sandbox-app", clientSecret: Self.secret)
        case .setPinOTP: _ = try await calls.getSetPinOTP()
        case .setPinOTPVerify: _ = try await calls.verifySetPinOTP(otp: "000000")
        case .setPin: _ = try await calls.setPIN(pin: pin, confirmPin: pin)
        case .pinRules: _ = try await calls.getPinRules()
        case .changePin: _ = try await calls.changePIN(oldPin: pin, pin: pin, confirmPin: pin)
        case .forgotPin: _ = try await calls.forgotPIN(nationalId: "4321", dateOfBirth: "1990-02-28")
        case .forgotPinOTPVerify: _ = try await calls.forgotPinOTPVerify(otp: "000000")
        case .forgotPinOTPResend: _ = try await calls.forgotPinOTPResend()
        case .resetPin: _ = try await calls.resetPIN(identifier: "i", pin: pin, confirmPin: pin)
        case .transfer:
            _ = try await calls.transferMoney(
                bankTokenNo: "bank-1", transactionAmount: "100", pin: pin, purpose: "")
        case .payment: _ = try await calls.payment(paymentReference: "PAY-1", pin: pin)
        case .distributorPayment: _ = try await calls.distributorPayment(paymentReference: "DIST-1", pin: pin)
        case .cpqrcValidate: _ = try await calls.cpqrcValidate(paymentReference: "QR-1")
        case .cpqrcConfirm:
            _ = try await calls.cpqrcConfirm(transactionId: "t", otp: "000000", smileImage: nil, blinkImage: nil)
        case .cpqrcStatus: _ = try await calls.cpqrcVerify(paymentReference: "QR-1")
        case .cpqrcResendOTP: _ = try await calls.cpqrcResendOtp(transactionId: "t")
        case .prepaidCard:
            _ = try await calls.applyPrepaidCard(
                productCode: "CARD-CLASSIC", contactAddress: "a", promoCode: nil, pin: pin)
        }
    }

    /// The HTTP status or the service's own code of the error that `call` ends with; `nil` when it has none.
    func status(_ call: () async throws -> Void) async -> Int? {
        do { try await call() } catch { return (error as? SDKError)?.code ?? -1 }
        return nil
    }
}

/// A connection that closes without an answer is no answer, as on a network.
private struct LosingTransport: HTTPTransport {
    let rest: ServiceTransport

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let response = try await rest.send(request, options: options)
        guard !response.isWithheld else { throw JourneyError(.netUnreachable, "The connection closed.") }
        return response
    }
}
