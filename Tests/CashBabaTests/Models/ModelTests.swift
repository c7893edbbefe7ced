import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Parsing of responses")
struct ModelTests {
    private func wallet(_ data: JSONValue) throws -> TestWallet {
        try TestWallet([TestWallet.answer(["code": 200, "messages": ["ok"], "details": nil, "data": data])])
    }

    @Test("amounts are exact decimals")
    func decimals() async throws {
        let numbers = [
            "transactionAmount": "0.1", "feeAmount": "0.30", "totalAmount": "9007199254740993.07",
            "availableBalance": "-12",
        ]
        var data: [String: JSONValue] = [
            "responseCode": 0, "message": "m", "transactionId": "T1", "paymentReference": "R1",
            "transactionCurrencyCode": "BDT", "transactionStatus": "Authorized", "isOtpRequired": false,
            "isPinRequired": nil,
        ]
        for (name, lexeme) in numbers { data[name] = .number(try #require(JSONNumber(lexeme: lexeme))) }
        let answer = try await wallet(.object(data)).repository.payment(
            paymentReference: "R1", pin: TestWallet.pin("13579"))
        #expect(answer.base == BaseResponse(code: 200, messages: ["ok"]))
        let payment = answer.data
        #expect(payment.transactionAmount == Decimal(string: "0.1") && payment.feeAmount == Decimal(string: "0.3"))
        #expect(payment.totalAmount?.description == "9007199254740993.07" && payment.availableBalance == -12)
        #expect(
            payment.transactionID == "T1" && payment.transactionCurrencyCode == "BDT" && payment.isPinRequired == nil)
    }

    @Test(
        "an amount that would be rounded, or is not a number, is a bad response and leaves doubt",
        arguments: [
            "1e5", "1E-2", "1234567890123456789012345678901234567890.5", "\"12.50\"", "true", "[1]",
        ])
    func badAmounts(lexeme: String) async throws {
        let value = try JSONReader.read(Array(lexeme.utf8))
        let wallet = try wallet(["totalAmount": value])
        let error = try #require(await wallet.error(.payment))
        #expect(error.title == "BadAPIResponse" && error.leavesDoubt)
        #expect(error.description == "The member “totalAmount” of the response has the wrong type.")
    }

    @Test("a status may be a number or a text, and only one text is a success")
    func statuses() async throws {
        let table: [(JSONValue, String?)] = [
            (3, "3"), ("Authorized", "Authorized"), ("authorized", "authorized"), (nil, nil),
        ]
        for (value, text) in table {
            let status = try await wallet(["status": value]).repository.cpqrcVerify(paymentReference: "r").data.status
            #expect(status?.rawValue == text)
            #expect((status == .authorized) == (text == "Authorized"))
            let confirmed = try await wallet(["status": value]).repository.cpqrcConfirm(
                transactionId: "t", otp: "123456", smileImage: nil, blinkImage: nil)
            #expect(confirmed.data.status?.rawValue == text)
        }
        for value in [JSONValue.bool(true), .number(try #require(JSONNumber(lexeme: "1.5"))), ["a"]] {
            let wallet = try wallet(["status": value])
            #expect(await wallet.error(.cpqrcStatus)?.title == "BadAPIResponse")
        }
    }

    @Test("content may be in data or at the top level, and may be missing")
    func places() async throws {
        let flat = try TestWallet([TestWallet.answer(["code": 201, "otpExpireAt": "soon"])])
        #expect(try await flat.repository.getSetPinOTP().data.otpExpireAt == "soon")
        let bare = try TestWallet([TestWallet.answer([:])])
        for endpoint in Endpoint.allCases where endpoint != .clientToken {
            #expect(await bare.error(endpoint) == nil, "\(endpoint)")
        }
    }

    @Test("validating and verifying keep what the next call needs, until the storage is reset")
    func storage() async throws {
        let valid = try wallet(["transactionId": "T9", "isFaceVerificationRequired": true, "otpExpirySeconds": 90])
        let data = try await valid.repository.cpqrcValidate(paymentReference: "r").data
        #expect(data.transactionId == "T9" && data.isFaceVerificationRequired == true && data.otpExpirySeconds == 90)
        #expect(valid.storage.cpqrcValidationData == data)
        let reset = try wallet(["identifier": "id-1"])
        _ = try await reset.repository.forgotPinOTPVerify(otp: "123456")
        #expect(reset.storage.forgetPinIdentifier == "id-1")
        reset.storage.smileFacePath = "a"
        reset.storage.blinkFacePath = "b"
        reset.storage.navigationArgs = NavigationArgs(
            type: .SET_PIN, environment: .demo, clientId: "c", clientSecret: "s")
        reset.storage.reset()
        #expect(reset.storage.forgetPinIdentifier == nil && reset.storage.navigationArgs == nil)
        #expect(reset.storage.smileFacePath == nil && reset.storage.blinkFacePath == nil)
        #expect(reset.storage.environment == .demo && reset.storage.baseURL == CashBabaEnvironment.demo.baseURL)
    }

    @Test("a token's lifetime defaults to a minute, is capped at a day, and must be positive")
    func tokens() async throws {
        func life(_ members: [String: JSONValue]) async throws -> Int {
            let body = members.merging(["access_token": "t"]) { given, _ in given }
            let wallet = try TestWallet([TestWallet.answer(.object(body))])
            return try await wallet.repository.clientVerification(
                clientId: "c", clientSecret: Secret(copying: "s".utf8)
            ).expiresIn
        }
        #expect(try await life(["expires_in": 300]) == 300)
        #expect(try await life([:]) == 60)
        #expect(try await life(["expires_in": 999_999_999]) == 86_400)
        let bad: [[String: JSONValue]] = [
            ["expires_in": 0], ["expires_in": -5], ["expires_in": "300"], ["access_token": ""], ["access_token": nil],
            ["access_token": "a b"], ["access_token": "a\r\nx: y"], ["token_type": "mac"],
            ["access_token": .string(String(repeating: "x", count: 8_193))],
        ]
        for members in bad {
            await #expect(throws: SDKError.self, "\(members.keys)") { try await life(members) }
        }
    }

    @Test("the published names are aliases of the seed's, and a host's secrets are never printed")
    func names() {
        #expect(MethodTypes.FORGET_PIN == .FORGOT_PIN && MethodTypes.TRANSFER_MONEY == .TRANSFER)
        #expect(Scope.pinManagement == .pinSet && Scope.payment == .transaction)
        #expect(MethodTypes.allCases.count == 8)
        let args = NavigationArgs(
            type: .PAYMENT, wToken: "wallet-secret", environment: .live, clientId: "c", clientSecret: "client-secret")
        var text = ""
        dump(args, to: &text)
        #expect(!"\(args)\(text)".contains("-secret"))
    }
}
