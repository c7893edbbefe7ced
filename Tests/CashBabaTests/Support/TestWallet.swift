import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Testing

@testable import CashBaba

/// A repository over a scripted network, with a key whose private half the test has.
struct TestWallet {
    let transport: ScriptedTransport
    let api: APIHandler
    let storage: CBSDKDataStorage
    let session: SessionStore
    let repository: CashBabaRepositoryImpl
    let clock = ManualClock(hurried: true)

    /// The key, generated once because that is slow.
    static let key = Result { try RSAPrivateKey.generate() }
    static let token = "token-0123456789.abc"
    static let wallet = "wallet~of+rowan"

    init(
        _ steps: [ScriptedTransport.Step], environment: CashBabaEnvironment = .demo, hasKey: Bool = true,
        log: Log = .silent
    ) throws {
        transport = ScriptedTransport(steps)
        let dependencies = Dependencies.fixed(clock: clock, log: log)
        var config = CashBabaConfig(environment: environment, wToken: Secret(copying: Self.wallet.utf8))
        config.accessToken = Secret(copying: Self.token.utf8)
        if hasKey { config.encryptor = Encryptor(key: try Self.key.get().publicKey) }
        api = APIHandler(config: config, transport: transport, dependencies: dependencies)
        session = SessionStore(now: dependencies.now)
        storage = CBSDKDataStorage(api: api, session: session)
        repository = CashBabaRepositoryImpl(service: WebServiceHandler(api: api, storage: storage))
    }

    /// Returns the form of the only request.
    func form() throws -> [FormBody.Entry] {
        let request = try #require(transport.requests.first)
        return try #require(FormBody(parsing: request.body)).entries
    }

    static func answer(_ body: JSONValue, status: Int = 200) -> ScriptedTransport.Step {
        .response(.json(body, status: status))
    }

    static func pin(_ digits: String) -> Secret { Secret(copying: digits.utf8) }

    static let smile: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let blink: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 9, 9]

    /// Makes the call of `endpoint` with valid values.
    func call(_ endpoint: Endpoint) async throws(SDKError) {
        let (pin, other) = (Self.pin("13579"), Self.pin("24680"))
        switch endpoint {
        case .clientToken:
            _ = try await repository.clientVerification(clientId: "id", clientSecret: Secret(copying: "a+b/c=&".utf8))
        case .setPinOTP: _ = try await repository.getSetPinOTP()
        case .setPinOTPVerify: _ = try await repository.verifySetPinOTP(otp: "123456")
        case .setPin: _ = try await repository.setPIN(pin: pin, confirmPin: pin)
        case .pinRules: _ = try await repository.getPinRules()
        case .changePin: _ = try await repository.changePIN(oldPin: other, pin: pin, confirmPin: pin)
        case .forgotPin: _ = try await repository.forgotPIN(nationalId: "4321", dateOfBirth: "1990-02-28")
        case .forgotPinOTPVerify: _ = try await repository.forgotPinOTPVerify(otp: "123456")
        case .forgotPinOTPResend: _ = try await repository.forgotPinOTPResend()
        case .resetPin: _ = try await repository.resetPIN(identifier: "i/d 1", pin: pin, confirmPin: pin)
        case .transfer:
            _ = try await repository.transferMoney(
                bankTokenNo: "tok&1", transactionAmount: "1250.50", pin: pin, purpose: "rent & more")
        case .payment: _ = try await repository.payment(paymentReference: "ref=1", pin: pin)
        case .distributorPayment: _ = try await repository.distributorPayment(paymentReference: "ref=2", pin: pin)
        case .cpqrcValidate: _ = try await repository.cpqrcValidate(paymentReference: "ref/3?x")
        case .cpqrcConfirm:
            _ = try await repository.cpqrcConfirm(
                transactionId: "tx", otp: "654321", smileImage: Data(Self.smile), blinkImage: Data(Self.blink))
        case .cpqrcStatus: _ = try await repository.cpqrcVerify(paymentReference: "ref/3?x")
        case .cpqrcResendOTP: _ = try await repository.cpqrcResendOtp(transactionId: "tx 1")
        case .prepaidCard:
            _ = try await repository.applyPrepaidCard(
                productCode: "P1", contactAddress: "House 1, Dhaka", promoCode: nil, pin: pin)
        }
    }

    /// Returns the error of the call of `endpoint`; `nil` if it succeeds.
    func error(_ endpoint: Endpoint) async -> SDKError? {
        do throws(SDKError) { try await call(endpoint) } catch { return error }
        return nil
    }

    /// A response that is valid for every call.
    static let good: JSONValue = [
        "code": 200, "messages": ["ok"], "access_token": "fresh-token", "token_type": "Bearer", "expires_in": 300,
    ]
}
