import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneySandbox
@testable import ProductTesting

/// `WalletDesk` says what the sandbox's wallet says, in the same words.
@Suite("The wallet of the testing product and the real one agree")
struct WalletAgreementTests {
    /// Tanvir has a PIN; Rowshan, the other, has none, and bills that are over.
    private enum Who: String { case tanvir, rowshan }

    private protocol WalletSide: Side {
        var key: RSAPublicKey { get }
        /// The last code that was sent.
        var code: String { get }
        var balance: Int64 { get async throws }
    }

    private static let (secret, token) = ("secret-of-tests", "token-of-tests")

    private final class Real: WalletSide {
        let origin = "https://wallet.example"
        let key: RSAPublicKey
        private let wallet: Wallet
        private let service: WalletService
        private let moment = Moment()
        private let post = TestWalletService.Inbox()
        private let customer: String

        init(_ who: Who) async throws {
            let key = try TestWalletService.key.get()
            (self.key, customer) = (key.publicKey, who == .tanvir ? "wallet-2" : "wallet-1")
            var surroundings = Surroundings.system
            surroundings.now = { [moment] in moment.now }
            wallet = try await Wallet(
                .memory, key: key,
                credentials: Wallet.Credentials(
                    clientSecret: Secret(copying: secret.utf8), wTokens: [customer: Secret(copying: token.utf8)]),
                surroundings: surroundings, deliver: post.take)
            service = WalletService(wallet)
        }

        func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
        func pass(_ seconds: TimeInterval) { moment.advance(seconds: seconds) }
        var code: String { post.all.last?.body.filter(\.isNumber) ?? "" }
        var balance: Int64 {
            get async throws {
                try await wallet.database.first("SELECT balance AS n FROM account WHERE id = $1", [.text(customer)])?[
                    "n"]
                    ?? -1
            }
        }
    }

    private struct Stand: WalletSide {
        let origin = "https://wallet.example"
        let desk: WalletDesk
        let time = SandboxTime()
        var key: RSAPublicKey { desk.publicKey }
        var code: String { desk.lastCode }
        var balance: Int64 { desk.customer.balance }

        init(_ who: Who) throws {
            let person = try #require(WalletPerson.all.first { $0.id == (who == .tanvir ? "wallet-2" : "wallet-1") })
            let kinds: [JourneySandbox.WalletBill.Kind: ProductTesting.WalletBill.Kind] = [
                .payment: .payment, .distributor: .distributor, .qr: .qr,
            ]
            let bills = try person.bills.map { bill in
                (
                    bill.reference,
                    ProductTesting.WalletBill(
                        try #require(kinds[bill.kind]), amount: bill.amount, fee: bill.fee, needsFace: bill.needsFace,
                        isOver: bill.isOver)
                )
            }
            desk = WalletDesk(
                WalletCustomer(
                    token: token, pin: person.pin, nationalID: person.nationalID, birthDate: person.birthDate,
                    balance: person.balance, bills: Dictionary(bills) { $1 },
                    bankAccounts: Set(person.bankAccounts.map(\.token))),
                key: try TestWalletService.key.get(), time: time, random: Surroundings.system.random)
        }

        func handle(_ request: HTTPRequest) async -> HTTPResponse { await desk.handle(request) }
        func pass(_ seconds: TimeInterval) { time.pass(seconds) }
    }

    private static func agree(
        _ who: Who, atLeast count: Int, _ script: (Caller, inout Record) async throws -> Void
    ) async throws {
        try await JourneySandboxTests.agree(try await Real(who), try Stand(who), atLeast: count) { side, record in
            let side = try #require(side as? any WalletSide)
            try await script(Caller(side: side, secret: side is Real ? secret : "sandbox-secret"), &record)
        }
    }

    /// Whoever asks, with the session that they have.
    private final class Caller {
        let side: any WalletSide
        let secret: String
        var session = ""

        init(side: any WalletSide, secret: String) { (self.side, self.secret) = (side, secret) }

        func form(_ entries: [(String, String)]) -> Content {
            var form = FormBody()
            for (name, value) in entries { form.add(name, value) }
            return .text(String(decoding: form.bytes, as: UTF8.self), type: FormBody.contentType)
        }

        func pin(_ digits: String) throws -> String {
            Data(try side.key.encryptPKCS1(Secret(copying: digits.utf8))).base64EncodedString()
        }

        func grant(_ scope: String?, _ changes: [String: String] = [:]) async throws -> String {
            let entries = ["grant_type": "client_credentials", "client_id": "sandbox-app", "client_secret": secret]
                .merging(changes) { $1 }
            var headers = HTTPFields()
            headers["scope"] = scope
            let reply = try await side.ask(
                .post, "/api/v1/connect/token", form(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
                headers)
            session = reply.body["access_token"]?.string ?? session
            return reply.word
        }

        func ask(
            _ path: String, _ scope: String, _ entries: [(String, String)]? = [], _ changes: HTTPFields = [:],
            content: Content? = nil
        ) async throws -> (word: String, body: JSONValue) {
            let own: HTTPFields = ["Authorization": "Bearer \(session)", "w-token": token, "scope": scope]
            return try await side.ask(
                entries == nil ? .get : .post, "/api/v1/\(path)", content ?? entries.map(form) ?? .none,
                own.overridden(by: changes))
        }
    }

    @Test("sessions: secrets, scopes, tokens and their end")
    func sessions() async throws {
        try await Self.agree(.tanvir, atLeast: 18) { caller, record in
            for (name, scope, changes) in [
                ("no scope", nil, [:]), ("scope", "All", [:]), ("transactions", "Transaction", [:]),
                ("type", "Payment", ["grant_type": "password"]), ("client", "Payment", ["client_id": "other"]),
                ("secret", "Payment", ["client_secret": "other"]), ("pins", "PinManagement", [:]),
            ] as [(String, String?, [String: String])] {
                record.note(name, try await caller.grant(scope, changes))
            }
            let path = "profile/pinvalidationrules"
            for (name, scope, changes) in [
                ("rules", "PinManagement", [:]), ("other scope", "Payment", [:]), ("no such", "All", [:]),
                ("wallet", "PinManagement", ["w-token": "other"]),
                ("session", "PinManagement", ["Authorization": "Bearer a"]),
                ("Basic", "PinManagement", ["Authorization": "Basic a"]),
                ("lower case", "PinManagement", ["Authorization": "bearer \(caller.session)"]),
            ] as [(String, String, HTTPFields)] {
                record.note(name, try await caller.ask(path, scope, nil, changes).word)
            }
            caller.side.pass(299)
            record.note("at last", try await caller.ask(path, "PinManagement", nil).word)
            caller.side.pass(1)
            record.note("over", try await caller.ask(path, "PinManagement", nil).word)
            for scope in ["Payment", "LinkBank"] {
                record.note(scope, try await caller.grant(scope))
                record.note("QR", try await caller.ask("transaction/CPQRCPaymentStatus/QR-3", "Transaction", nil).word)
                record.note("rules", try await caller.ask(path, "PinManagement", nil).word)
            }
            record.note("elsewhere", try await caller.ask("profile/nothing", "Payment").word)
            let nested = try await caller.ask("transaction/CPQRCPaymentStatus/QR%2F3", "Transaction", nil).word
            record.note("nested", nested)
        }
    }

    @Test("forms: types, names said twice, texts that are too long")
    func forms() async throws {
        try await Self.agree(.tanvir, atLeast: 10) { caller, record in
            record.note("session", try await caller.grant("Payment"))
            let path = "transaction/paymentconfirm"
            func note(_ name: String, _ content: Content) async throws {
                record.note(name, try await caller.ask(path, "Payment", content: content).word)
            }
            for type in [nil, "text/plain", "application/json", "multipart/form-data; boundary=b"] {
                try await note("type \(type ?? "none")", .text("PaymentReference=PAY-3", type: type))
            }
            try await note("twice", caller.form([("PaymentReference", "PAY-3"), ("PaymentReference", "PAY-3")]))
            try await note("long", caller.form([("PaymentReference", String(repeating: "P", count: 4_097))]))
            try await note("zero", caller.form([("PaymentReference", "\0")]))
            try await note("many", caller.form((0..<17).map { ("name\($0)", "") }))
            try await note("as many as may be", caller.form((0..<16).map { ("name\($0)", "") }))
            try await note("no form", .text("%", type: FormBody.contentType))
            let boundary = "multipart/form-data; boundary=b"
            func parts(_ parts: [(String, String)]) -> Content {
                let text = parts.map { "--b\r\nContent-Disposition: form-data; \($0.0)\r\n\r\n\($0.1)\r\n" }
                return .text(text.joined() + "--b--\r\n", type: boundary)
            }
            for (name, content) in [
                ("urlencoded", caller.form([("TransactionId", "t")])), ("no parts", .text("", type: boundary)),
                ("no boundary", .text("--b--", type: "multipart/form-data")),
                ("text", parts([(#"name="TransactionId""#, "t")])),
                ("twice", parts([(#"name="Otp""#, "t"), (#"name="Otp""#, "t")])),
                ("no picture", parts([(#"name="SmileImage"; filename="a.png""#, "text")])),
                ("another", parts([(#"name="Other"; filename="a.png""#, "text")])),
            ] as [(String, Content)] {
                let path = "transaction/CPQRCPaymentConfirm"
                record.note(name, try await caller.ask(path, "Transaction", content: content).word)
            }
        }
    }

    @Test("payments: references, PINs that count and lock, balances, and each paid once")
    func payments() async throws {
        try await Self.agree(.tanvir, atLeast: 30) { caller, record in
            func pay(_ name: String, _ reference: String, _ pin: String, path: String = "transaction/paymentconfirm")
                async throws
            {
                record.note(
                    name, try await caller.ask(path, "Payment", [("PaymentReference", reference), ("Pin", pin)]).word)
                record.note("balance", "\(try await caller.side.balance)")
            }
            let (right, wrong) = (try caller.pin("24680"), try caller.pin("13579"))
            record.note("session", try await caller.grant("Payment"))
            try await pay("no PIN", "PAY-3", "")
            try await pay("no ciphertext", "PAY-3", "24680")
            try await pay("long", "PAY-3", String(repeating: "A", count: 2_052))
            try await pay("unknown, and no PIN", "NONE", "")
            try await pay("unknown", "NONE", wrong)
            try await pay("of another kind", "DIST-3", right)
            try await pay("wrong", "PAY-3", wrong)
            try await pay("right", "PAY-3", right)
            try await pay("again", "PAY-3", wrong)
            let depot = "transaction/MerchantDistributorPaymentConfirm"
            for number in 1...5 { try await pay("wrong \(number)", "DIST-3", wrong, path: depot) }
            try await pay("locked", "DIST-3", right, path: depot)
            caller.side.pass(899)
            record.note("session", try await caller.grant("Payment"))
            try await pay("still", "DIST-3", right, path: depot)
            caller.side.pass(1)
            try await pay("open", "DIST-3", right, path: depot)
            record.note("session", try await caller.grant("LinkBank"))
            for (bank, amount, pin) in [
                ("none", "50", right), ("bank-3", "9.99", right), ("bank-3", "50000.01", right),
                ("bank-3", "1.234", right),
                ("bank-3", "-5", right), ("bank-3", "1e3", right), ("none", "50", ""), ("bank-3", "10", wrong),
                ("bank-3", "10.5", right), ("bank-3", "50000", right),
            ] {
                let entries = [("BankTokenNo", bank), ("TransactionAmount", amount), ("Pin", pin)]
                let reply = try await caller.ask("Transaction/WithdrawMoneyToBank", "LinkBank", entries)
                record.note("\(bank) \(amount)", reply.word)
                record.note("balance", "\(try await caller.side.balance)")
            }
            record.note("session", try await caller.grant("CardIssue"))
            for (product, address, promotion, pin) in [
                ("CARD-GOLD", "a", "", right), ("CARD-CLASSIC", "", "", right), ("CARD-CLASSIC", "a", "NONE", right),
                ("CARD-CLASSIC", "a", "EID", wrong), ("CARD-CLASSIC", "a", "EID", ""),
                ("CARD-CLASSIC", "a", "EID", right),
                ("CARD-CLASSIC", "a", "", right), ("CARD-STUDENT", "a", "", right),
            ] {
                let entries = [
                    ("ProductCode", product), ("ContactAddress", address), ("PromoCode", promotion), ("Pin", pin),
                ]
                let reply = try await caller.ask("transaction/bankcardissuingrequest", "CardIssue", entries)
                record.note("\(product) \(promotion)", reply.word)
            }
        }
    }

    @Test("PINs: codes with their tries and their end, what a PIN may be, and one that was forgotten")
    func pins() async throws {
        try await Self.agree(.rowshan, atLeast: 35) { caller, record in
            let scope = "PinManagement"
            func note(_ name: String, _ path: String, _ entries: [(String, String)]) async throws -> JSONValue {
                let reply = try await caller.ask(path, scope, entries)
                record.note(name, reply.word)
                return reply.body
            }
            func pins(_ new: String, _ again: String? = nil, old: String? = nil) throws -> [(String, String)] {
                [("Pin", try caller.pin(new)), ("ConfirmPin", try caller.pin(again ?? new))]
                    + (try old.map { [("OldPin", try caller.pin($0))] } ?? [])
            }
            record.note("session", try await caller.grant(scope))
            _ = try await note("too early", "profile/pinset", pins("13579"))
            _ = try await note("no code", "profile/otpverify", [("OTP", "000000")])
            _ = try await note("code", "profile/otpsend", [])
            _ = try await note("too soon", "profile/otpsend", [])
            for number in 1...6 { _ = try await note("wrong \(number)", "profile/otpverify", [("OTP", "0000000")]) }
            caller.side.pass(30)
            _ = try await note("another", "profile/otpsend", [])
            caller.side.pass(120)
            _ = try await note("over", "profile/otpverify", [("OTP", caller.side.code)])
            _ = try await note("a third", "profile/otpsend", [])
            caller.side.pass(119)
            record.note("session", try await caller.grant(scope))
            _ = try await note("right", "profile/otpverify", [("OTP", caller.side.code)])
            _ = try await note("again", "profile/otpverify", [("OTP", caller.side.code)])
            for weak in ["12345", "54321", "11111", "1357", "135790", "1357a"] {
                _ = try await note(weak, "profile/pinset", pins(weak))
            }
            _ = try await note("two", "profile/pinset", pins("13579", "13578"))
            _ = try await note("none", "profile/pinset", [])
            _ = try await note("set", "profile/pinset", pins("13579"))
            _ = try await note("set again", "profile/pinset", pins("24680"))
            _ = try await note("code again", "profile/otpsend", [])
            _ = try await note("no change", "profile/pinchange", pins("13579", old: "13579"))
            _ = try await note("no new one", "profile/pinchange", [("OldPin", try caller.pin("99999"))])
            _ = try await note("wrong", "profile/pinchange", pins("24680", old: "99999"))
            _ = try await note("change", "profile/pinchange", pins("24680", old: "13579"))
            _ = try await note("resent too early", "profile/forgetpinotpresend", [])
            _ = try await note("somebody", "profile/forgetpin", [("NationalId", "1"), ("DateOfBirth", "1990-02-28")])
            let own = [("NationalId", "4321"), ("DateOfBirth", "1990-02-28")]
            _ = try await note("forgotten", "profile/forgetpin", own)
            _ = try await note("resent too soon", "profile/forgetpinotpresend", [])
            caller.side.pass(30)
            _ = try await note("resent", "profile/forgetpinotpresend", [])
            let body = try await note("known", "profile/forgetpinotpverify", [("OTP", caller.side.code)])
            let permit = ("Identifier", body["data"]?["identifier"]?.string ?? "none")
            _ = try await note("another's", "profile/resetpin", pins("11357") + [("Identifier", "none")])
            record.note("session", try await caller.grant(scope))
            _ = try await note("the same", "profile/resetpin", pins("24680") + [permit])
            caller.side.pass(299)
            _ = try await note("reset", "profile/resetpin", pins("11357") + [permit])
            _ = try await note("once", "profile/resetpin", pins("24680") + [permit])
        }
    }

    @Test("QR payments: codes, faces, and what is over")
    func qr() async throws {
        try await Self.agree(.rowshan, atLeast: 20) { caller, record in
            let scope = "Transaction"
            func get(_ name: String, _ call: String, _ reference: String) async throws -> JSONValue {
                let reply = try await caller.ask("transaction/\(call)/\(reference)", scope, nil)
                record.note("\(name) \(reference.prefix(4))", "\(reply.word) \(reply.body["data"]?["status"] ?? .null)")
                return reply.body["data"]?["transactionId"] ?? .null
            }
            let picture = [UInt8]([0xFF, 0xD8, 0xFF])
            func confirm(_ name: String, _ id: JSONValue, _ code: String, _ pictures: [String] = []) async throws {
                var bytes: [UInt8] = []
                for (name, value) in [("TransactionId", id.string ?? ""), ("Otp", code)] {
                    bytes += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
                }
                for name in pictures {
                    let head =
                        "Content-Disposition: form-data; name=\"\(name)\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg"
                    bytes += Array("--b\r\n\(head)\r\n\r\n".utf8) + picture + Array("\r\n".utf8)
                }
                let url = try #require(HTTPSURL(caller.side.origin + "/api/v1/transaction/CPQRCPaymentConfirm"))
                let response = await caller.side.handle(
                    HTTPRequest(
                        method: .post, url: url,
                        headers: [
                            "Authorization": "Bearer \(caller.session)", "w-token": Self.token, "scope": scope,
                            "Content-Type": "multipart/form-data; boundary=b",
                        ], body: bytes + Array("--b--\r\n".utf8)))
                let body = try JSONReader.read(response.body)
                record.note(name, "\(response.status) \(body["messages"] ?? .null) \(try await caller.side.balance)")
            }
            record.note("session", try await caller.grant("Payment"))
            _ = try await get("status", "CPQRCPaymentStatus", "QR-1")
            _ = try await get("over", "CPQRCPaymentValidation", "QR-OLD")
            _ = try await get("unknown", "CPQRCPaymentValidation", "NONE")
            _ = try await get("of another kind", "CPQRCPaymentValidation", "PAY-1")
            let id = try await get("begun", "CPQRCPaymentValidation", "QR-1")
            _ = try await get("resent too soon", "ResendTransactionOTP", id.string ?? "")
            #expect(try await get("begun again", "CPQRCPaymentValidation", "QR-1") == id)
            try await confirm("unknown", "txn_none", "000000")
            try await confirm("wrong", id, "0000000")
            caller.side.pass(30)
            _ = try await get("resent", "ResendTransactionOTP", id.string ?? "")
            try await confirm("right", id, caller.side.code)
            try await confirm("again", id, caller.side.code)
            _ = try await get("done", "CPQRCPaymentStatus", "QR-1")
            _ = try await get("paid", "CPQRCPaymentValidation", "QR-1")
            _ = try await get("resent for nothing", "ResendTransactionOTP", id.string ?? "")
            let face = try await get("face", "CPQRCPaymentValidation", "QR-FACE")
            for pictures in [
                [], ["SmileImage"], ["SmileImage", "SmileImage"], ["BlinkImage", "SmileImage"],
                ["SmileImage", "BlinkImage"],
            ] {
                try await confirm("\(pictures)", face, caller.side.code, pictures)
            }
            record.note("session", try await caller.grant("Payment"))
            for reference in ["PAY-OLD", "PAY-DEAR"] {
                let entries = [("PaymentReference", reference), ("Pin", try caller.pin("24680"))]
                record.note(reference, try await caller.ask("transaction/paymentconfirm", "Payment", entries).word)
            }
        }
    }
}
