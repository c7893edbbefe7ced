import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Wire format of each call")
struct WireTests {
    private static let base = "/psp-app-consumer-sdk/api/"

    /// The path, the scope, and the form without its PINs of each call; `nil` for a GET.
    private static let table: [(Endpoint, String, String?, [String]?)] = [
        (
            .clientToken, "v1/connect/token", nil,
            ["grant_type=client_credentials", "client_id=id", "client_secret=a%2Bb%2Fc%3D%26"]
        ),
        (.setPinOTP, "v1/profile/otpsend", "PinManagement", []),
        (.setPinOTPVerify, "v1/profile/otpverify", "PinManagement", ["OTP=123456"]),
        (.setPin, "v1/profile/pinset", "PinManagement", ["Pin", "ConfirmPin"]),
        (.pinRules, "v1/profile/pinvalidationrules", "PinManagement", nil),
        (.changePin, "v1/profile/pinchange", "PinManagement", ["OldPin", "Pin", "ConfirmPin"]),
        (.forgotPin, "v1/profile/forgetpin", "PinManagement", ["NationalId=4321", "DateOfBirth=1990-02-28"]),
        (.forgotPinOTPVerify, "v1/profile/forgetpinotpverify", "PinManagement", ["OTP=123456"]),
        (.forgotPinOTPResend, "v1/profile/forgetpinotpresend", "PinManagement", []),
        (.resetPin, "v1/profile/resetpin", "PinManagement", ["Identifier=i%2Fd+1", "Pin", "ConfirmPin"]),
        (
            .transfer, "v1/Transaction/WithdrawMoneyToBank", "LinkBank",
            ["BankTokenNo=tok%261", "TransactionAmount=1250.50", "Pin", "Purpose=rent+%26+more"]
        ),
        (.payment, "v1/transaction/paymentconfirm", "Payment", ["PaymentReference=ref%3D1", "Pin"]),
        (
            .distributorPayment, "v1/transaction/MerchantDistributorPaymentConfirm", "Payment",
            ["PaymentReference=ref%3D2", "Pin"]
        ),
        (.cpqrcValidate, "v1/transaction/CPQRCPaymentValidation/ref%2F3%3Fx", "Transaction", nil),
        (.cpqrcStatus, "v1/transaction/CPQRCPaymentStatus/ref%2F3%3Fx", "Transaction", nil),
        (.cpqrcResendOTP, "v1/transaction/ResendTransactionOTP/tx%201", "Transaction", nil),
        (
            .prepaidCard, "v1/transaction/bankcardissuingrequest", "CardIssue",
            ["ContactAddress=House+1%2C+Dhaka", "ProductCode=P1", "Pin"]
        ),
    ]

    @Test("the table has all eighteen calls, including the multipart one")
    func whole() {
        #expect(Endpoint.allCases.count == 18)
        #expect(Set(Self.table.map(\.0)).union([.cpqrcConfirm]) == Set(Endpoint.allCases))
    }

    @Test("path, headers and form of each call match byte for byte", arguments: table.indices)
    func calls(row: Int) async throws {
        let (endpoint, path, scope, fields) = Self.table[row]
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        try await wallet.call(endpoint)
        let request = try #require(wallet.transport.requests.first)
        #expect(wallet.transport.requests.count == 1)
        #expect(request.url.description == "https://psp.sslwireless.com\(Self.base)\(path)")
        var expected = ["lang: en", "w-token: \(TestWallet.wallet)"]
        if let scope { expected.insert("scope: \(scope)", at: 1) }
        if endpoint != .clientToken { expected.append("Authorization: Bearer \(TestWallet.token)") }
        if let fields {
            expected.append("Content-Type: application/x-www-form-urlencoded")
            #expect(request.method == .post)
            try check(request.body, (fields + ["lang=en"]))
        } else {
            #expect(request.method == .get && request.body.isEmpty)
        }
        #expect(request.headers.fields.map { "\($0.name): \($0.value)" } == expected)
    }

    /// Checks a form. Fields without a value are PINs: 344 characters of base64, percent-encoded, each different.
    private func check(_ body: [UInt8], _ fields: [String]) throws {
        let text = String(decoding: body, as: UTF8.self)
        let sent = text.split(separator: "&").map(String.init)
        #expect(sent.count == fields.count)
        #expect(!text.contains("13579") && !text.contains("24680"))
        for (sent, expected) in zip(sent, fields) {
            guard !expected.contains("=") else {
                #expect(sent == expected)
                continue
            }
            #expect(sent.hasPrefix("\(expected)=") && sent.hasSuffix("%3D%3D"))
            let entry = try #require(FormBody(parsing: Array(sent.utf8))?.entries.first)
            let cipher = Array(try #require(Data(base64Encoded: entry.value)))
            let pin = try TestWallet.key.get().decryptPKCS1(cipher)
            #expect(entry.value.count == 344)
            #expect(pin.hasSameBytes(as: TestWallet.pin(expected == "OldPin" ? "24680" : "13579")))
        }
    }

    @Test("confirming a QR payment sends text parts, then pictures with names and types by content")
    func multipart() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        try await wallet.call(.cpqrcConfirm)
        let request = try #require(wallet.transport.requests.first)
        #expect(request.url.path == "\(Self.base)v1/transaction/CPQRCPaymentConfirm")
        #expect(request.headers["scope"] == "Transaction" && request.headers["lang"] == "en")
        #expect(request.headers["Authorization"] == "Bearer \(TestWallet.token)")
        let type = try #require(request.headers["Content-Type"])
        let parts = try MultipartReader().read(request.body, contentType: type)
        #expect(parts.map(\.name) == ["TransactionId", "Otp", "SmileImage", "BlinkImage"])
        #expect(parts.map(\.fileName) == [nil, nil, "SmileImage.png", "BlinkImage.jpg"])
        #expect(parts.map(\.type.essence) == ["text/plain", "text/plain", "image/png", "image/jpeg"])
        let bytes = [Array("tx".utf8), Array("654321".utf8), TestWallet.smile, TestWallet.blink]
        #expect(parts.map { Array($0.bytes) } == bytes)
    }

    @Test("the form without pictures has none, and its code field's name depends on the environment")
    func otpField() async throws {
        var environment = CashBabaEnvironment.demo
        environment.paths.setOTPField(of: .cpqrcConfirm, to: "OTP")
        environment.paths.setOTPField(of: .setPinOTPVerify, to: "otp")
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)], environment: environment)
        _ = try await wallet.repository.cpqrcConfirm(
            transactionId: "tx", otp: "৬৫৪৩২১", smileImage: nil, blinkImage: nil)
        let request = try #require(wallet.transport.requests.first)
        let parts = try MultipartReader().read(
            request.body, contentType: try #require(request.headers["Content-Type"]))
        #expect(parts.map(\.name) == ["TransactionId", "OTP"])
        #expect(parts.map { Array($0.bytes) } == [Array("tx".utf8), Array("654321".utf8)])
        try await wallet.call(.setPinOTPVerify)
        #expect(
            String(decoding: try #require(wallet.transport.requests.last).body, as: UTF8.self) == "otp=123456&lang=en")
    }

    @Test(
        "the service gets a supported language: anything but Bengali is English",
        arguments: [
            ("en", "en"), ("bn", "bn"), ("bn_BD", "bn"), ("ar", "en"), ("ar-EG", "en"), ("de", "en"), ("", "en"),
        ])
    func languages(code: String, sent: String) async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        wallet.storage.languageCode = code
        try await wallet.call(.payment)
        let request = try #require(wallet.transport.requests.first)
        #expect(request.headers["lang"] == sent)
        // `lang` has no code for Arabic: a service that knows it learns it from the standard header.
        #expect(request.headers["Accept-Language"] == (code.hasPrefix("ar") ? "ar, en;q=0.5" : nil))
        #expect(try wallet.form().last == FormBody.Entry("lang", sent))
    }

    @Test("language, scopes, host and paths come from the environment")
    func environments() async throws {
        var environment = CashBabaEnvironment.live
        environment.scopes = .designed
        environment.paths[.payment] = "v2/pay"
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)], environment: environment)
        wallet.storage.languageCode = "bn-BD"
        try await wallet.call(.payment)
        let request = try #require(wallet.transport.requests.first)
        #expect(request.url.description == "https://consumer-sdk-api.cash-baba.com/api/v2/pay")
        #expect(request.headers["lang"] == "bn" && request.headers["scope"] == "Transaction")
        #expect(try wallet.form().last == FormBody.Entry("lang", "bn"))
        wallet.api.configure { $0.scope = .pinManagement }
        try await wallet.call(.clientToken)
        #expect(wallet.transport.requests.last?.headers["scope"] == "PinSet")
    }

    @Test("a QR payment's token is requested with another scope than its calls")
    func qrScope() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        wallet.api.configure { $0.scope = MethodTypes.CPQRC.scope }
        try await wallet.call(.clientToken)
        try await wallet.call(.cpqrcStatus)
        #expect(wallet.transport.requests.map { $0.headers["scope"] } == ["Payment", "Transaction"])
    }

    @Test("a granted token is sent with later calls, and its expiry is recorded")
    func token() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        #expect(wallet.session.isTokenExpired)
        try await wallet.call(.clientToken)
        try await wallet.call(.setPinOTP)
        #expect(wallet.transport.requests.last?.headers["Authorization"] == "Bearer fresh-token")
        #expect(!wallet.session.isTokenExpired)
        #expect(wallet.storage.tokenExpireInMillis == 1_800_000_300_000)
        wallet.storage.reset()
        #expect(wallet.session.isTokenExpired && wallet.storage.accessToken == nil)
        try await wallet.call(.setPinOTP)
        #expect(wallet.transport.requests.last?.headers["Authorization"] == nil)
    }

    @Test("no request is sent without an encryption key")
    func noKey() async throws {
        for endpoint in [
            Endpoint.setPin, .changePin, .resetPin, .transfer, .payment, .distributorPayment, .prepaidCard,
        ] {
            let wallet = try TestWallet([TestWallet.answer(TestWallet.good)], hasKey: false)
            #expect(await wallet.error(endpoint)?.title == "EncryptionError")
            #expect(wallet.transport.requests.isEmpty)
        }
    }

    @Test("invalid input is refused before anything is sent")
    func input() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        let (calls, pin) = (wallet.repository, TestWallet.pin("13579"))
        func refused(_ call: () async throws -> Void) async {
            await #expect(throws: SDKError.self) { try await call() }
        }
        for otp in ["", "12345", "1234567", "12345x"] {
            await refused { _ = try await calls.verifySetPinOTP(otp: otp) }
        }
        for amount in ["", "0", "0.00", "-1", "+1", "1.001", "1e3", "1,5", "NaN", ".5", "5.", "01", "1234567890123"] {
            await refused {
                _ = try await calls.transferMoney(bankTokenNo: "t", transactionAmount: amount, pin: pin, purpose: "")
            }
        }
        for day in ["1990-02-29", "2000-02-30", "1990-13-01", "1990-1-1", "28-02-1990", "1990-00-10", "1990-01-01-"] {
            await refused { _ = try await calls.forgotPIN(nationalId: "4321", dateOfBirth: day) }
        }
        for id in ["432", "43211", "432a"] {
            await refused { _ = try await calls.forgotPIN(nationalId: id, dateOfBirth: "2000-02-29") }
        }
        for reference in ["", ".", "..", String(repeating: "x", count: 257)] {
            await refused { _ = try await calls.cpqrcValidate(paymentReference: reference) }
        }
        for image in [[], Array("GIF89a".utf8), TestWallet.smile + [UInt8](repeating: 0, count: 20 << 20)] {
            await refused {
                _ = try await calls.cpqrcConfirm(
                    transactionId: "t", otp: "123456", smileImage: Data(image), blinkImage: nil)
            }
        }
        await refused { _ = try await calls.payment(paymentReference: "", pin: pin) }
        await refused { _ = try await calls.resetPIN(identifier: "", pin: pin, confirmPin: pin) }
        await refused {
            _ = try await calls.applyPrepaidCard(productCode: "", contactAddress: "a", promoCode: nil, pin: pin)
        }
        wallet.api.configure { $0.wToken = Secret(copying: "a\r\nscope: Admin".utf8) }
        await refused { _ = try await calls.getPinRules() }
        #expect(wallet.transport.requests.isEmpty)
    }

    @Test("a promotion code is sent if there is one")
    func promotion() async throws {
        let wallet = try TestWallet([TestWallet.answer(TestWallet.good)])
        _ = try await wallet.repository.applyPrepaidCard(
            productCode: "P", contactAddress: "A", promoCode: "EID", pin: TestWallet.pin("13579"))
        #expect(try wallet.form().map(\.name) == ["ContactAddress", "ProductCode", "Pin", "PromoCode", "lang"])
    }
}
