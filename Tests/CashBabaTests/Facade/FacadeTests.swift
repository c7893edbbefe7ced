import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import CashBaba

/// An SDK over a scripted network, and the recorded callbacks.
struct TestSDK {
    let transport: ScriptedTransport
    let clock = ManualClock()
    let sdk: CashBabaSDK
    let events = EventRecorder()

    init(
        _ steps: [ScriptedTransport.Step], isInitialized: Bool = true, log: Log = .silent,
        now: (@Sendable () -> Date)? = nil, wrap: (ScriptedTransport) -> any HTTPTransport = { $0 }
    ) throws {
        let transport = ScriptedTransport(steps)
        let outer = wrap(transport)
        self.transport = transport
        var dependencies = Dependencies.fixed(clock: clock, log: log)
        if let now { dependencies.now = now }
        sdk = CashBabaSDK(dependencies: dependencies) { _ in outer }
        if isInitialized {
            try sdk.initialize(
                environment: .demo, languageCode: "en", scope: .pinSet, wToken: "wallet-token",
                pemData: Data(try TestWallet.key.get().publicKey.spki))
        }
        let events = events
        sdk.setCallbacks(
            onSuccess: { _ in events.record("success", [:]) },
            onFailed: {
                events.record(
                    "failed", ["message": .string($0.errorMessage), "code": .number(JSONNumber($0.error.code))])
            },
            onUserCancel: { events.record("cancelled", [:]) })
    }

    func signIn() async throws { _ = try await sdk.clientVerification(clientId: "c", clientSecret: "s") }
}

@Suite("SDK facade")
struct FacadeTests {
    @Test("every call before initialize throws notInitialized")
    func notInitialized() async throws {
        let test = try TestSDK([TestWallet.answer(TestWallet.good)], isInitialized: false)
        await #expect(throws: SDKError.notInitialized) { try await test.sdk.getPinRules() }
        await #expect(throws: SDKError.notInitialized) { try await test.signIn() }
        #expect(test.transport.requests.isEmpty)
    }

    @Test("initialize accepts PEM or DER, as data or from a bundle; a bad key changes nothing")
    func initialize() async throws {
        let spki = try TestWallet.key.get().publicKey.spki
        let pem = "-----BEGIN PUBLIC KEY-----\n\(Data(spki).base64EncodedString())\n-----END PUBLIC KEY-----\n"
        let test = try TestSDK([TestWallet.answer(TestWallet.good)], isInitialized: false)
        let sdk = test.sdk
        try sdk.initialize(environment: .live, pemData: Data(pem.utf8))
        try sdk.initialize(environment: .live, derData: Data(spki))
        let scratch = try Scratch()
        _ = try scratch.write(pem, "publickey.pem")
        _ = try scratch.write(spki, "publickey.der")
        let bundle = try #require(Bundle(path: scratch.path))
        try sdk.initialize(environment: .live, derResourceName: "publickey.der", in: bundle)
        try sdk.initialize(environment: .demo, languageCode: "bn", pemResourceName: "publickey.pem", in: bundle)
        #expect(throws: SDKError.self) {
            try sdk.initialize(environment: .live, pemResourceName: "none.pem", in: bundle)
        }
        #expect(throws: SDKError.self) { try sdk.initialize(environment: .live, pemData: Data("none".utf8)) }
        #expect(throws: SDKError.self) { try sdk.initialize(environment: .live, derData: Data()) }
        #expect(sdk.config.environment == .demo && sdk.config.languageCode == "bn")
        let pin = TestWallet.pin("13579")
        _ = try await sdk.setPIN(pin: pin, confirmPin: pin)
        #expect(test.transport.requests.last?.headers["lang"] == "bn")
    }

    private func done<Value: Sendable>(
        _ name: String, _ names: EventRecorder, _ going: CheckedContinuation<Void, Never>
    ) -> CashBabaSDK.Completion<Value> {
        { result in
            MainActor.assertIsolated()
            if case .success = result { names.record(name, [:]) }
            going.resume()
        }
    }

    @Test("every call has a completion form on the main actor, and one with a wToken")
    func calls() async throws {
        let test = try TestSDK([TestWallet.answer(TestWallet.good)])
        let (sdk, pin) = (test.sdk, TestWallet.pin("13579"))
        let names = EventRecorder()
        func run(_ name: String, _ call: (CheckedContinuation<Void, Never>) -> Void) async {
            await withCheckedContinuation { call($0) }
        }
        await run("a") {
            sdk.clientVerification(
                clientId: "c", clientSecret: "s", wToken: "w1", completion: done("clientToken", names, $0))
        }
        await run("b") { sdk.getSetPinOTP(completion: done("setPinOTP", names, $0)) }
        await run("c") { sdk.verifySetPinOTP(otp: "123456", completion: done("setPinOTPVerify", names, $0)) }
        await run("d") { sdk.setPIN(pin: pin, confirmPin: pin, wToken: "w2", completion: done("setPin", names, $0)) }
        await run("e") { sdk.getPinRules(completion: done("pinRules", names, $0)) }
        await run("f") {
            sdk.changePIN(oldPin: pin, pin: pin, confirmPin: pin, completion: done("changePin", names, $0))
        }
        await run("g") {
            sdk.forgotPIN(nationalId: "4321", dateOfBirth: "1990-02-28", completion: done("forgotPin", names, $0))
        }
        await run("h") { sdk.forgotPinOTPVerify(otp: "123456", completion: done("forgotPinOTPVerify", names, $0)) }
        await run("i") { sdk.forgotPinOTPResend(completion: done("forgotPinOTPResend", names, $0)) }
        await run("j") {
            sdk.resetPIN(identifier: "i", pin: pin, confirmPin: pin, completion: done("resetPin", names, $0))
        }
        await run("k") {
            sdk.transferMoney(
                bankTokenNo: "b", transactionAmount: "1", pin: pin, purpose: "p",
                completion: done("transfer", names, $0))
        }
        await run("l") { sdk.payment(paymentReference: "r", pin: pin, completion: done("payment", names, $0)) }
        await run("m") {
            sdk.distributorPayment(paymentReference: "r", pin: pin, completion: done("distributorPayment", names, $0))
        }
        await run("n") { sdk.cpqrcValidate(paymentReference: "r", completion: done("cpqrcValidate", names, $0)) }
        await run("o") {
            sdk.cpqrcConfirm(
                transactionId: "t", otp: "123456", smileImage: nil, blinkImage: nil,
                completion: done("cpqrcConfirm", names, $0))
        }
        await run("p") { sdk.cpqrcVerify(paymentReference: "r", completion: done("cpqrcStatus", names, $0)) }
        await run("q") { sdk.cpqrcResendOtp(transactionId: "t", completion: done("cpqrcResendOTP", names, $0)) }
        await run("r") {
            sdk.applyPrepaidCard(
                productCode: "p", contactAddress: "a", promoCode: nil, pin: pin,
                completion: done("prepaidCard", names, $0))
        }
        #expect(names.names == Endpoint.allCases.map(\.rawValue))
        let tokens = test.transport.requests.map { $0.headers["w-token"] }
        #expect(tokens.prefix(3) == ["w1", "w1", "w1"] && Set(tokens.dropFirst(3)) == ["w2"])
    }

    @Test("an expired session calls onFailed once and ends")
    func expiry() async throws {
        let test = try TestSDK([TestWallet.answer(TestWallet.good)])
        try await test.signIn()
        #expect(test.sdk.remainingSeconds == 300 && !test.sdk.sessionStore.isTokenExpired)
        await test.clock.waitForNaps(1)
        test.clock.advance(by: .seconds(301))
        let told = await test.events.first { _ in true }
        #expect(told.name == "failed" && told.attributes["message"] == "Session expired")
        #expect(test.sdk.sessionStore.isTokenExpired && test.sdk.remainingSeconds == 0)
        test.sdk.closeSdkOnFailed("again")
        await Task { @MainActor in }.value
        #expect(test.events.names == ["failed"])
    }

    @Test(
        "an error that closes the SDK calls onFailed once, and other errors do not",
        arguments: [
            (401, true), (444, true), (500, true), (501, true), (400, false), (404, false), (409, false), (422, false),
            (429, false),
        ])
    func closing(status: Int, closes: Bool) async throws {
        let test = try TestSDK([
            TestWallet.answer(TestWallet.good), TestWallet.answer(["messages": ["no"]], status: status),
        ])
        try await test.signIn()
        for _ in 0..<3 { await #expect(throws: SDKError.self) { try await test.sdk.getSetPinOTP() } }
        await Task { @MainActor in }.value
        #expect(test.events.names == (closes ? ["failed"] : []))
        #expect(test.sdk.sessionStore.isTokenExpired == closes)
        if !closes {
            test.sdk.closeSdkOnFailed("the host's words")
            #expect(await test.events.first { _ in true }.attributes["message"] == "the host's words")
        }
    }

    @Test("a refused token calls onFailed; a reset session does not")
    func refusedAndReset() async throws {
        let refused = try TestSDK([TestWallet.answer([:], status: 401)])
        await #expect(throws: SDKError.unauthorized()) { try await refused.signIn() }
        #expect(await refused.events.first { _ in true }.name == "failed")
        let reset = try TestSDK([TestWallet.answer(TestWallet.good)])
        try await reset.signIn()
        await reset.clock.waitForNaps(1)
        reset.sdk.resetSession()
        reset.clock.advance(by: .seconds(1_000))
        reset.sdk.closeSdkOnFailed("late")
        await Task { @MainActor in }.value
        #expect(reset.events.names == [])
    }

    @Test("errors have messages in both languages, and doubt is mentioned")
    func words() {
        var lost = SDKError.network(code: .netTimeout)
        #expect(lost.message(in: .english).hasPrefix("The service took too long to respond"))
        lost.leavesDoubt = true
        #expect(lost.message(in: .english) == WalletPhrase.outcomeUnknown(.english))
        var refused = SDKError.server("Sorry.", status: 500)
        refused.leavesDoubt = true
        #expect(refused.message(in: .bengali) == "Sorry. " + WalletPhrase.outcomeUnknown(.bengali))
    }
}
