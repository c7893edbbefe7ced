import CashBaba
import JourneyBase
import JourneyCrypto
import JourneyTesting
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Sandbox wallet: PINs and codes")
struct WalletPinTests {
    private typealias Test = TestWalletService

    @Test("a PIN is set once with a code, and the private key decrypts it")
    func set() async throws {
        let test = try await Test()
        try await test.signIn(.pinSet)
        let rules = try await test.calls.getPinRules().data.validationMessages
        #expect(rules.count == 3 && rules.allSatisfy { $0.english != nil && $0.bangla != nil })
        let pin = Test.pin("13579")
        #expect(await test.status { _ = try await test.calls.setPIN(pin: pin, confirmPin: pin) } == 422)
        #expect(try await test.calls.getSetPinOTP().data.otpExpireAt == "2027-01-15T08:02:00Z")
        _ = try await test.calls.verifySetPinOTP(otp: try await test.code())
        _ = try await test.calls.setPIN(pin: pin, confirmPin: pin)
        #expect(await test.status { _ = try await test.calls.setPIN(pin: pin, confirmPin: pin) } == 409)
        #expect(await test.status { _ = try await test.calls.getSetPinOTP() } == 409)
        _ = try await test.calls.changePIN(oldPin: pin, pin: Test.pin("24680"), confirmPin: Test.pin("24680"))
    }

    @Test(
        "a PIN that breaks a rule is refused, and the code stays accepted",
        arguments: ["12345", "54321", "11111", "1357", "135790"])
    func weak(digits: String) async throws {
        let test = try await Test()
        try await test.signIn(.pinSet)
        _ = try await test.calls.getSetPinOTP()
        _ = try await test.calls.verifySetPinOTP(otp: try await test.code())
        let (weak, good) = (Test.pin(digits), Test.pin("12346"))
        #expect(await test.status { _ = try await test.calls.setPIN(pin: weak, confirmPin: weak) } == 400)
        #expect(await test.status { _ = try await test.calls.setPIN(pin: good, confirmPin: Test.pin("12347")) } == 400)
        _ = try await test.calls.setPIN(pin: good, confirmPin: good)
        #expect(
            await test.status { _ = try await test.calls.changePIN(oldPin: good, pin: good, confirmPin: good) } == 400)
    }

    @Test("five wrong PINs lock it for fifteen minutes, for every call that uses it")
    func lockout() async throws {
        let test = try await Test()
        try await test.withPin()
        let (right, new) = (Test.pin("13579"), Test.pin("24680"))
        func change(_ old: Secret) async -> SDKError? {
            do { _ = try await test.calls.changePIN(oldPin: old, pin: new, confirmPin: new) } catch { return error }
            return nil
        }
        for left in ["4 tries", "3 tries", "2 tries", "1 try"] {
            #expect(await change(Test.pin("99999"))?.description == "The PIN is wrong. \(left) left.")
        }
        let locked = try #require(await change(Test.pin("99999")))
        #expect(locked.code == 444 && locked.closesSDK)
        #expect(await change(right)?.code == 444)
        test.wait(15 * 60 - 1)
        try await test.signIn(.transaction)
        #expect(await test.status { _ = try await test.calls.payment(paymentReference: "PAY-1", pin: right) } == 444)
        test.wait(1)
        _ = try await test.calls.payment(paymentReference: "PAY-1", pin: right)
        try await test.signIn(.pinSet)
        #expect(await change(Test.pin("99999"))?.description == "The PIN is wrong. 4 tries left.")
        #expect(await change(right) == nil)
    }

    @Test("a code is valid once, for two minutes and five attempts, and another is sent after a pause")
    func codes() async throws {
        let test = try await Test()
        try await test.signIn(.pinSet)
        func verify(_ code: String) async -> Int? {
            await test.status { _ = try await test.calls.verifySetPinOTP(otp: code) }
        }
        #expect(await verify("000000") == 422)
        _ = try await test.calls.getSetPinOTP()
        #expect(await test.status { _ = try await test.calls.getSetPinOTP() } == 429)
        let wrong = try await test.wrongCode()
        for _ in 0..<4 { #expect(await verify(wrong) == 400) }
        #expect(await verify(wrong) == 422)
        #expect(await verify(try await test.code()) == 422)
        test.wait(30)
        _ = try await test.calls.getSetPinOTP()
        #expect(test.inbox.all.count == 2)
        test.wait(120)
        #expect(await verify(try await test.code()) == 422)
        _ = try await test.calls.getSetPinOTP()
        let code = try await test.code()
        test.wait(119)
        #expect(await verify(code) == nil)
        #expect(await verify(code) == 422)
    }

    @Test("a forgotten PIN needs identity, a code and a single-use identifier")
    func forgotten() async throws {
        let test = try await Test()
        try await test.withPin()
        let calls = test.calls
        #expect(await test.status { _ = try await calls.forgotPinOTPResend() } == 422)
        for (id, day) in [("4322", "1990-02-28"), ("4321", "1990-02-27")] {
            #expect(await test.status { _ = try await calls.forgotPIN(nationalId: id, dateOfBirth: day) } == 404)
        }
        _ = try await calls.forgotPIN(nationalId: "4321", dateOfBirth: "1990-02-28")
        #expect(await test.status { _ = try await calls.forgotPinOTPResend() } == 429)
        test.wait(30)
        _ = try await calls.forgotPinOTPResend()
        let id = try #require(try await calls.forgotPinOTPVerify(otp: try await test.code()).data.identifier)
        #expect(test.storage.forgetPinIdentifier == id)
        let pin = Test.pin("86420")
        #expect(
            await test.status { _ = try await calls.resetPIN(identifier: id + "0", pin: pin, confirmPin: pin) } == 422)
        _ = try await calls.resetPIN(identifier: id, pin: pin, confirmPin: pin)
        #expect(await test.status { _ = try await calls.resetPIN(identifier: id, pin: pin, confirmPin: pin) } == 422)
        _ = try await calls.changePIN(oldPin: pin, pin: Test.pin("97531"), confirmPin: Test.pin("97531"))
    }

    @Test("a PIN encrypted for another key is a wrong PIN, and invalid ciphertext is refused")
    func otherKey() async throws {
        let test = try await Test()
        try await test.withPin()
        let other = try TestWalletService.strangerKey.get()
        test.api.configure { $0.encryptor = Encryptor(key: other.publicKey) }
        let pin = Test.pin("13579")
        let status = await test.status { _ = try await test.calls.changePIN(oldPin: pin, pin: pin, confirmPin: pin) }
        #expect(status == 400)
        for field in ["", "AAAA", "not base64", String(repeating: "A", count: 3_000)] {
            #expect(test.wallet.pin(field) == nil)
        }
    }
}

@Suite("Sandbox wallet: authorisation")
struct WalletSessionTests {
    @Test("a wrong secret, client or scope gets no token")
    func tokens() async throws {
        let test = try await TestWalletService()
        test.api.configure { $0.scope = .pinSet }
        func ask(_ id: String, _ secret: Secret) async -> Int? {
            await test.status { _ = try await test.calls.clientVerification(clientId: id, clientSecret: secret) }
        }
        #expect(await ask("sandbox-app", Secret(copying: "client-secret-of-testt".utf8)) == 401)
        #expect(await ask("other-app", TestWalletService.secret) == 401)
        test.api.configure { $0.scope = "Admin" }
        #expect(await ask("sandbox-app", TestWalletService.secret) == 400)
        test.api.configure { $0.scope = nil }
        #expect(await ask("sandbox-app", TestWalletService.secret) == 400)
    }

    @Test(
        "a call needs a valid token, the wallet's token and a scope that both sides know",
        arguments: [
            CashBaba.Endpoint.setPinOTP, .transfer, .payment, .cpqrcStatus, .prepaidCard,
        ])
    func calls(endpoint: CashBaba.Endpoint) async throws {
        let test = try await TestWalletService()
        let scope = try #require(endpoint.scope)
        func call() async -> Int? { await test.status { try await test.make(endpoint) } }
        #expect(await call() == 401)
        try await test.signIn(scope)
        let open = await call()
        #expect(open != 401 && open != 403)
        test.api.configure { $0.wToken = Secret(copying: "another".utf8) }
        #expect(await call() == 401)
        test.api.configure { $0.wToken = nil }
        #expect(await call() == 401)
        test.api.configure { $0.wToken = TestWalletService.wToken }
        try await test.signIn(scope == .pinSet ? .linkBank : .pinSet)
        #expect(await call() == 403)
        try await test.signIn(scope)
        test.wait(300)
        #expect(await call() == 401)
    }

    @Test("the wallet's messages are in the requested language")
    func language() async throws {
        let test = try await TestWalletService()
        test.storage.languageCode = "bn"
        do { _ = try await test.calls.getPinRules() } catch {
            #expect(error.serviceText == "আপনি লগ ইন করেননি।" && error.closesSDK)
        }
        test.storage.languageCode = "ar-EG"
        do { _ = try await test.calls.getPinRules() } catch { #expect(error.serviceText == "لم تسجّل الدخول.") }
    }

    @Test("each refusal is in each language's own letters and digits")
    func ownLetters() {
        let refusals: [WalletError] =
            [
                .unauthorized, .otherScope, .malformed, .mediaType, .unavailable, .told(400), .locked, .pinMissing,
                .pinThere, .pinsDiffer, .pinWeak, .pinSame, .codeMissing, .codeExpired, .codeTooSoon, .codeUnverified,
                .personUnknown, .referenceUnknown, .referenceUsed, .referenceExpired, .bankUnknown, .amountWrong,
                .balanceShort, .faceMissing, .productUnknown, .promotionUnknown, .cardOrdered,
            ] + (0...4).flatMap { [WalletError.pinWrong(left: $0), .codeWrong(left: $0)] }
        for refusal in refusals {
            for language in OwnLetters.languages {
                #expect(OwnLetters.others(in: refusal.text(in: language), language) == "")
            }
        }
        #expect(WalletError.pinWrong(left: 1).text(in: .arabic) == "الرقم السري غير صحيح. تبقّت محاولة واحدة.")
        #expect(WalletError.codeWrong(left: 3).text(in: .arabic) == "الرمز غير صحيح. تبقّت ٣ محاولات.")
    }

    @Test(
        "each status of the error policy can be injected into each call before it acts",
        arguments: CashBaba.Endpoint.allCases)
    func faults(endpoint: CashBaba.Endpoint) async throws {
        let test = try await TestWalletService()
        for status in [400, 401, 404, 409, 422, 429, 444, 500, 501] {
            // A rate-limited read is sent three times.
            let times = endpoint.isRead && status == 429 ? 3 : 1
            test.faults.inject(.status(status), into: endpoint.rawValue, times: times)
            #expect(await test.status { try await test.make(endpoint) } == status)
        }
        #expect(test.inbox.all.isEmpty)
        #expect(WalletService(test.wallet).operations == Set(CashBaba.Endpoint.allCases.map(\.rawValue)))
    }

    @Test("a body of another type, with a repeated field, or too large is refused")
    func bodies() async throws {
        let test = try await TestWalletService()
        func status(_ type: String, _ body: String) async throws -> Int {
            try await test.send(
                .post, "/api/v1/connect/token", ["Content-Type": type, "scope": "Payment", "lang": "en"],
                Array(body.utf8)
            ).status
        }
        let form = "application/x-www-form-urlencoded"
        #expect(try await status("application/json", "{}") == 415)
        #expect(try await status(form, "grant_type=client_credentials&grant_type=client_credentials") == 400)
        #expect(try await status(form, "grant_type=%zz") == 400)
        #expect(try await status(form, "a=" + String(repeating: "x", count: 5_000)) == 400)
        // Without a socket, because a connection may be closed before everything was sent, and then no status is received.
        let url = try #require(HTTPSURL("https://wallet.localhost/api/v1/connect/token"))
        let large = HTTPRequest(
            method: .post, url: url, headers: ["Content-Type": form, "scope": "Payment", "lang": "en"],
            body: [UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
        let direct = ServiceTransport([url.origin: WalletService(test.wallet)])
        #expect(try await direct.send(large, options: HTTPOptions()).status == 413)
    }
}
