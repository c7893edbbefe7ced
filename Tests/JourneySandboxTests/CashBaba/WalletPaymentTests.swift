import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Sandbox wallet: payments")
struct WalletPaymentTests {
    private typealias Test = TestWalletService
    private let pin = TestWalletService.pin("13579")
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0]

    private func signedIn(_ scope: Scope) async throws -> Test {
        let test = try await Test()
        try await test.withPin()
        try await test.signIn(scope)
        return test
    }

    @Test("a payment moves its exact amount and fee once, and uses its reference")
    func payment() async throws {
        let test = try await signedIn(.transaction)
        let paid = try await test.calls.payment(paymentReference: "PAY-2", pin: pin).data
        #expect(paid.transactionAmount == 400 && paid.feeAmount == 5 && paid.totalAmount == 405)
        #expect(paid.availableBalance == Decimal(string: "24595.00") && paid.transactionStatus == "Authorized")
        let second = try await test.calls.payment(paymentReference: "PAY-1", pin: pin).data
        #expect(second.totalAmount?.description == "1250.5" && second.availableBalance?.description == "23344.5")
        for (reference, status) in [
            ("PAY-1", 409), ("PAY-OLD", 422), ("PAY-DEAR", 422), ("PAY-9", 404), ("DIST-1", 404), ("QR-1", 404),
        ] {
            let found = await test.status { _ = try await test.calls.payment(paymentReference: reference, pin: pin) }
            #expect(found == status, "\(reference)")
        }
        let distributor = try await test.calls.distributorPayment(paymentReference: "DIST-1", pin: pin).data
        #expect(distributor.totalAmount == 10_010)
        #expect(try await test.balance() == 2_500_000 - 40_500 - 125_050 - 1_001_000)
        #expect(try await test.booksBalance())
    }

    @Test("nothing is paid without a PIN, and a wrong one does not use the reference")
    func wrongPin() async throws {
        let test = try await Test()
        try await test.signIn(.transaction)
        #expect(await test.status { _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin) } == 409)
        try await test.withPin()
        try await test.signIn(.transaction)
        let wrong = Test.pin("97531")
        #expect(await test.status { _ = try await test.calls.payment(paymentReference: "PAY-1", pin: wrong) } == 400)
        #expect(try await test.balance() == 2_500_000)
        _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin)
    }

    @Test("a payment with a lost response is in doubt, and repeating it does not pay twice")
    func lost() async throws {
        let test = try await signedIn(.transaction)
        test.faults.inject(.answerLost, into: "payment")
        do {
            _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin)
            Issue.record("an answer came")
        } catch { #expect(error.leavesDoubt) }
        #expect(await test.status { _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin) } == 409)
        #expect(try await test.balance() == 2_500_000 - 125_050)
        #expect(try await test.booksBalance())
    }

    @Test("a service that stops before the PIN is entered leaves no doubt: the payment was not sent")
    func gone() async throws {
        let test = try await signedIn(.transaction)
        await test.stop()
        do {
            _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin)
            Issue.record("an answer came")
        } catch {
            #expect(error.requestFate == .notSent && !error.leavesDoubt, "\(error)")
            #expect(error.title == "BadNetworkError" && !error.isAlreadyPaid)
        }
        #expect(try await test.balance() == 2_500_000)
    }

    @Test("a second payment of a bill is refused with the first transaction but not the balance")
    func paidBefore() async throws {
        let test = try await signedIn(.transaction)
        let first = try await test.calls.payment(paymentReference: "PAY-1", pin: pin).data
        let token = try #require(test.api.config.accessToken).withBytes { String(decoding: $0, as: UTF8.self) }
        let wToken = Test.wToken.withBytes { String(decoding: $0, as: UTF8.self) }
        var form = FormBody([FormBody.Entry("PaymentReference", "PAY-1")])
        form.add("Pin", Data(try Test.key.get().publicKey.encryptPKCS1(pin)).base64EncodedString())
        let answer = try await test.send(
            .post, "/api/v1/transaction/paymentconfirm",
            [
                "Content-Type": FormBody.contentType, "Authorization": "Bearer \(token)", "w-token": wToken,
                "scope": "Payment", "lang": "en",
            ], form.bytes)
        let body = try JSONReader.read(answer.body)
        #expect(answer.status == 409 && body["code"]?.int64 == 409)
        let data = try #require(body["data"]?.object)
        #expect(data["transactionId"]?.string == first.transactionID && data["transactionStatus"] == "Authorized")
        #expect(data["paymentReference"] == "PAY-1" && data["availableBalance"] == nil)
        #expect(data["totalAmount"]?.number?.lexeme == "1250.50")
    }

    @Test("one of twenty concurrent payments of a bill is made, and the others learn of it")
    func race() async throws {
        let test = try await signedIn(.transaction)
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await test.status {
                        _ = try await test.calls.payment(paymentReference: "PAY-1", pin: Test.pin("13579"))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let told = statuses.map { $0 ?? 0 }.sorted()
        #expect(told == [0] + Array(repeating: 409, count: 19))
        #expect(try await test.balance() == 2_500_000 - 125_050)
        #expect(try await test.booksBalance())
    }

    @Test("one of twenty concurrent confirmations of a QR payment is made")
    func raceOfConfirmations() async throws {
        let test = try await signedIn(.transaction)
        let id = try #require(try await test.calls.cpqrcValidate(paymentReference: "QR-1").data.transactionId)
        let code = try await test.code()
        let paid = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await test.status {
                        _ = try await test.calls.cpqrcConfirm(
                            transactionId: id, otp: code, smileImage: nil, blinkImage: nil)
                    } == nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(paid == 1)
        #expect(try await test.balance() == 2_500_000 - 18_000)
        #expect(try await test.booksBalance())
    }

    @Test("a transfer goes to the customer's own bank accounts, within its limits")
    func transfer() async throws {
        let test = try await signedIn(.linkBank)
        func transfer(_ account: String, _ amount: String) async -> Int? {
            await test.status {
                _ = try await test.calls.transferMoney(
                    bankTokenNo: account, transactionAmount: amount, pin: pin, purpose: "rent")
            }
        }
        #expect(await transfer("bank-1", "1250.5") == nil)
        #expect(try await test.balance() == 2_500_000 - 125_050 - 1_000)
        let table = [
            ("bank-9", "100", 404), ("bank-1", "9.99", 422), ("bank-1", "50000.01", 422), ("bank-2", "24000", 422),
        ]
        for (account, amount, status) in table { #expect(await transfer(account, amount) == status) }
        #expect(try await test.booksBalance())
    }

    @Test("a QR payment is validated, confirmed with its code, and then authorised")
    func qr() async throws {
        let test = try await signedIn(.transaction)
        let begun = try await test.calls.cpqrcValidate(paymentReference: "QR-1").data
        let id = try #require(begun.transactionId)
        #expect(
            begun.isFaceVerificationRequired == false && begun.otpExpirySeconds == 120
                && begun.status?.rawValue == "Pending")
        #expect(try await test.calls.cpqrcValidate(paymentReference: "QR-1").data.transactionId == id)
        #expect(try await test.calls.cpqrcVerify(paymentReference: "QR-1").data.status != .authorized)
        func confirm(_ id: String, _ code: String) async -> Int? {
            await test.status {
                _ = try await test.calls.cpqrcConfirm(transactionId: id, otp: code, smileImage: nil, blinkImage: nil)
            }
        }
        #expect(await confirm(id, try await test.wrongCode()) == 400)
        #expect(await confirm("txn_other", try await test.code()) == 404)
        #expect(await test.status { _ = try await test.calls.cpqrcResendOtp(transactionId: id) } == 429)
        test.wait(30)
        _ = try await test.calls.cpqrcResendOtp(transactionId: id)
        #expect(try await test.balance() == 2_500_000)
        test.faults.inject(.answerLost, into: "cpqrcConfirm")
        #expect(await confirm(id, try await test.code()) == 1_533)
        #expect(try await test.calls.cpqrcVerify(paymentReference: "QR-1").data.status == .authorized)
        #expect(await confirm(id, try await test.code()) == 409)
        for reference in ["QR-1", "QR-OLD", "PAY-1", "QR-9"] {
            #expect(await test.status { _ = try await test.calls.cpqrcValidate(paymentReference: reference) } != nil)
        }
        #expect(try await test.balance() == 2_500_000 - 18_000)
        #expect(try await test.booksBalance())
    }

    @Test("both pictures are required for a face check")
    func face() async throws {
        let test = try await signedIn(.transaction)
        let begun = try await test.calls.cpqrcValidate(paymentReference: "QR-FACE").data
        let id = try #require(begun.transactionId)
        #expect(begun.isFaceVerificationRequired == true)
        let code = try await test.code()
        func confirm(_ smile: [UInt8]?, _ blink: [UInt8]?) async -> Int? {
            await test.status {
                _ = try await test.calls.cpqrcConfirm(
                    transactionId: id, otp: code, smileImage: smile.map { Data($0) }, blinkImage: blink.map { Data($0) }
                )
            }
        }
        #expect(await confirm(nil, nil) == 422)
        #expect(await confirm(Self.png, nil) == 422)
        #expect(await confirm(Self.png, Self.jpeg) == nil)
        #expect(try await test.balance() == 2_500_000 - 600_000)
    }

    @Test("two 4 MiB pictures arrive whole; a larger, mistyped or third picture is refused")
    func largePictures() async throws {
        let test = try await signedIn(.transaction)
        let id = try #require(try await test.calls.cpqrcValidate(paymentReference: "QR-FACE").data.transactionId)
        let code = try await test.code()
        let token = try #require(test.api.config.accessToken).withBytes { String(decoding: $0, as: UTF8.self) }
        let wToken = Test.wToken.withBytes { String(decoding: $0, as: UTF8.self) }
        func status(_ pictures: [(String, [UInt8])]) async throws -> Int {
            let type = try #require(MediaType("image/jpeg"))
            let files = pictures.map { MultipartBody.Part.file($0, fileName: "\($0).jpg", type: type, bytes: $1) }
            let body = MultipartBody(
                [.text("TransactionId", id), .text("Otp", code)] + files, random: Dependencies.system.random)
            return try await test.send(
                .post, "/api/v1/transaction/CPQRCPaymentConfirm",
                [
                    "Content-Type": body.contentType, "Authorization": "Bearer \(token)", "w-token": wToken,
                    "scope": "Transaction", "lang": "en",
                ], try #require(body.bytes)
            ).status
        }
        let most = Self.jpeg + [UInt8](repeating: 0, count: (4 << 20) - Self.jpeg.count)
        #expect(try await status([("SmileImage", most + [0]), ("BlinkImage", Self.jpeg)]) == 400)
        #expect(try await status([("SmileImage", Self.png), ("BlinkImage", Self.jpeg)]) == 400)
        #expect(try await status([("SmileImage", Self.jpeg), ("SmileImage", Self.jpeg)]) == 400)
        #expect(
            try await status([("SmileImage", Self.jpeg), ("BlinkImage", Self.jpeg), ("Third", Self.jpeg)]) == 400)
        // The connection may be closed before everything was sent; then no status is received.
        let large = try? await status([("SmileImage", most + most + most), ("BlinkImage", Self.jpeg)])
        #expect(large == nil || large == 413)
        #expect(try await test.balance() == 2_500_000)
        #expect(try await status([("SmileImage", most), ("BlinkImage", most)]) == 200)
        #expect(try await test.balance() == 2_500_000 - 600_000)
    }

    @Test("a card is ordered once, with an existing product and promotion")
    func card() async throws {
        let test = try await signedIn(.cardIssue)
        func order(_ product: String, _ promotion: String?, pin: Secret) async -> Int? {
            await test.status {
                _ = try await test.calls.applyPrepaidCard(
                    productCode: product, contactAddress: "House 1", promoCode: promotion, pin: pin)
            }
        }
        #expect(await order("CARD-GOLD", nil, pin: pin) == 404)
        #expect(await order("CARD-CLASSIC", "PUJA", pin: pin) == 422)
        #expect(await order("CARD-CLASSIC", "EID", pin: Test.pin("97531")) == 400)
        #expect(await order("CARD-CLASSIC", "EID", pin: pin) == nil)
        #expect(await order("CARD-CLASSIC", nil, pin: pin) == 409)
        #expect(await order("CARD-STUDENT", nil, pin: pin) == nil)
    }

    @Test(
        "taka are parsed and formatted exactly",
        arguments: [
            ("0", 0), ("12", 1_200), ("12.5", 1_250), ("12.05", 1_205), ("9999999999.99", 999_999_999_999),
        ] as [(String, Int64)])
    func taka(text: String, poisha: Int64) throws {
        #expect(Wallet.poisha(text) == poisha)
        let written = Wallet.taka(poisha).lexeme
        #expect(Wallet.poisha(written) == poisha)
        for bad in ["", ".", "1.", ".1", "1.234", "-1", "+1", "1,0", "১", "12345678901"] {
            #expect(Wallet.poisha(bad) == nil)
        }
    }
}
