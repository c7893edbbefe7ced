import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// A wallet behind a TLS socket, called by the SDK's own repository. Both sides share a manual wall clock.
final class TestWalletService: Sendable {
    let wallet: Wallet
    let faults = SandboxFaults()
    let transport: CurlTransport
    let api: APIHandler
    let storage: CBSDKDataStorage
    let calls: CashBabaRepositoryImpl
    /// The delivered messages, as a reader of the inbox sees them.
    let inbox: Inbox
    private let server: WalletServer

    /// Created once, because keys take time.
    private static let keys = Result {
        try [RSAPrivateKey.generate(), RSAPrivateKey.generate()]
            .sorted { $0.publicKey.modulus.lexicographicallyPrecedes($1.publicKey.modulus) }
    }
    static var key: Result<RSAPrivateKey, any Error> { keys.map { $0[1] } }
    /// The key with the smaller modulus: its ciphertexts are valid numbers for the service's key. Those of a larger one would be
    /// obviously invalid.
    static var strangerKey: Result<RSAPrivateKey, any Error> { keys.map { $0[0] } }
    private static let authority = Result {
        try DevelopmentAuthority(
            notBefore: Date().addingTimeInterval(-3_600), notAfter: Date().addingTimeInterval(86_400))
    }
    static let secret = Secret(copying: "client-secret-of-tests".utf8)
    static let wToken = Secret(copying: "wallet-token-of-tests".utf8)
    static let otherToken = Secret(copying: "other-token-of-tests".utf8)

    init(_ place: DatabaseLocation = .memory) async throws {
        let (elapsed, inbox) = (Box(), Inbox())
        // The client doesn't pause before retries; the service waits for its database as usual.
        var dependencies = Dependencies(
            now: { Date(timeIntervalSince1970: 1_800_000_000 + elapsed.seconds.withLock { $0 }) },
            clock: ContinuousClock(), random: Dependencies.system.random)
        let key = try Self.key.get()
        wallet = try await Wallet(
            place, key: key,
            credentials: Wallet.Credentials(
                clientSecret: Self.secret, wTokens: ["wallet-1": Self.wToken, "wallet-2": Self.otherToken]),
            dependencies: dependencies, deliver: inbox.take)
        dependencies.clock = ManualClock(hurried: true)
        let authority = try Self.authority.get().identity
        let identity = try Self.authority.get().issue(
            names: [WalletServer.name], notBefore: authority.notBefore, notAfter: authority.notAfter)
        server = try await WalletServer.start(
            WalletService(wallet, faults: faults), identity: identity, port: 0, log: .silent)
        transport = CurlTransport(
            trust: TLSTrust(
                authorities: [authority.certificatePEM],
                pins: try PinPolicy(pins: [WalletServer.name: [identity.pin, authority.pin]])))
        var config = CashBabaConfig(
            environment: CashBabaEnvironment(name: "sandbox", baseURL: server.address), wToken: Self.wToken)
        config.encryptor = Encryptor(key: key.publicKey)
        api = APIHandler(config: config, transport: transport, dependencies: dependencies)
        storage = CBSDKDataStorage(api: api, session: SessionStore(now: dependencies.now))
        calls = CashBabaRepositoryImpl(service: WebServiceHandler(api: api, storage: storage))
        (box, self.inbox) = (elapsed, inbox)
    }

    final class Inbox: Sendable {
        private let messages = Mutex<[WalletMessage]>([])

        var all: [WalletMessage] { messages.withLock(\.self) }
        func take(_ message: WalletMessage) { messages.withLock { $0.append(message) } }
    }

    /// Sends a request that isn't one of the SDK's.
    func send(_ method: HTTPMethod, _ path: String, _ headers: HTTPFields, _ body: [UInt8] = []) async throws
        -> HTTPResponse
    {
        let url = try #require(HTTPSURL(origin: server.address.origin, path: path))
        return try await transport.send(
            HTTPRequest(method: method, url: url, headers: headers, body: body), options: HTTPOptions())
    }

    func stop() async { await server.stop() }

    private final class Box: Sendable { let seconds = Mutex<TimeInterval>(0) }
    private let box: Box

    /// Advances the wall clock of both sides.
    func wait(_ seconds: TimeInterval) { box.seconds.withLock { $0 += seconds } }

    /// Signs in with `scope`.
    func signIn(_ scope: Scope) async throws {
        api.configure { $0.scope = scope }
        _ = try await calls.clientVerification(clientId: "sandbox-app", clientSecret: Self.secret)
    }

    static func pin(_ digits: String) -> Secret { Secret(copying: digits.utf8) }

    /// Returns the code in the newest message.
    func code() async throws -> String {
        let message = try #require(inbox.all.last)
        return String(message.body.filter(\.isNumber))
    }

    /// Returns a code other than the newest.
    func wrongCode() async throws -> String {
        let digits = try await code()
        return digits.dropLast() + (digits.last == "0" ? "1" : "0")
    }

    /// Signs in and sets the PIN 13579 with its code.
    func withPin() async throws {
        try await signIn(.pinSet)
        _ = try await calls.getSetPinOTP()
        _ = try await calls.verifySetPinOTP(otp: try await code())
        _ = try await calls.setPIN(pin: Self.pin("13579"), confirmPin: Self.pin("13579"))
    }

    func balance() async throws -> Int64? {
        try await wallet.database.first("SELECT balance AS n FROM account WHERE id = 'wallet-1'")?["n"]
    }

    /// `true` if the sum of all entries is zero and every balance equals its initial value plus its entries.
    func booksBalance() async throws -> Bool {
        let off: Int64? = try await wallet.database.first(
            "SELECT count(*) AS n FROM (SELECT sum(amount) AS s FROM wallet_entry GROUP BY movement) AS sums WHERE s <> 0"
        )?["n"]
        let total: Int64? = try await wallet.database.first("SELECT CAST(sum(balance) AS BIGINT) AS n FROM account")?[
            "n"]
        let start = WalletUser.all.reduce(0) { $0 + $1.balance }
        let moved: Int64? = try await wallet.database.first(
            """
            SELECT count(*) AS n FROM account
            WHERE balance <> CASE id WHEN 'wallet-1' THEN 2500000 WHEN 'wallet-2' THEN 1800000 ELSE 0 END
                + coalesce((SELECT sum(amount) FROM wallet_entry WHERE wallet_entry.account = account.id), 0)
            """)?["n"]
        return off == 0 && total == start && moved == 0
    }

    /// Calls `endpoint` with well-formed values, some of them unknown.
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

    /// Returns the HTTP status or the service's own code of the error thrown by `call`; `nil` without a code.
    func status(_ call: () async throws -> Void) async -> Int? {
        do { try await call() } catch { return (error as? SDKError)?.code ?? -1 }
        return nil
    }
}
