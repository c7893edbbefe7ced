import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Sandbox wallet: server", .timeLimit(.minutes(10)))
struct WalletServerTests {
    private typealias Test = TestWalletService

    @Test("the public key is served as PEM and DER and belongs to the decrypting key")
    func keys() async throws {
        let test = try await Test()
        let pem = try await test.send(.get, "/publickey.pem", [:])
        let der = try await test.send(.get, "/publickey.der", [:])
        #expect(
            pem.status == 200 && String(decoding: pem.body, as: UTF8.self).hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        let own = try Test.key.get().publicKey
        #expect(try RSAPublicKey(file: pem.body) == own && der.body == own.spki)
        test.api.configure { $0.encryptor = try? Encryptor(file: der.body) }
        try await test.withPin()
    }

    @Test("codes are delivered once, in order, before the response, and no response contains one")
    func inbox() async throws {
        let test = try await Test()
        try await test.signIn(.pinSet)
        _ = try await test.calls.getSetPinOTP()
        let message = try #require(test.inbox.all.first)
        #expect(message.phone == "01700000021" && message.body.hasPrefix("Your code is "))
        #expect(message.sent == Date(timeIntervalSince1970: 1_800_000_000))
        test.wait(30)
        let token = try #require(test.api.config.accessToken).withBytes { String(decoding: $0, as: UTF8.self) }
        let wToken = Test.wToken.withBytes { String(decoding: $0, as: UTF8.self) }
        let answer = try await test.send(
            .post, "/api/v1/profile/otpsend",
            [
                "Content-Type": "application/x-www-form-urlencoded", "Authorization": "Bearer \(token)",
                "w-token": wToken, "scope": "PinManagement", "lang": "bn",
            ], Array("lang=bn".utf8))
        #expect(answer.status == 200 && test.inbox.all.count == 2)
        #expect(test.inbox.all.last?.body.hasPrefix("আপনার কোড ") == true)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(try await test.code()))
    }

    @Test("a text message is in the customer's language, with digits that a phone can offer")
    func messages() {
        #expect(
            Language.allCases.map { Wallet.message(code: "012345", in: $0).contains("012345") } == [true, true, true])
        for language in OwnLetters.languages {
            #expect(
                OwnLetters.others(in: Wallet.message(code: "012345", in: language), language, besides: ["012345"]) == ""
            )
        }
    }

    @Test("a restart keeps PINs, balances and payments, redelivers nothing, and issues new tokens")
    func restart() async throws {
        let scratch = try Scratch()
        let place = DatabaseLocation.file(scratch.path + "/wallet.sqlite")
        let pin = Test.pin("13579")
        let id: String
        do {
            let test = try await Test(place)
            try await test.withPin()
            try await test.signIn(.transaction)
            _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin)
            id = try #require(try await test.calls.cpqrcValidate(paymentReference: "QR-1").data.transactionId)
            await test.stop()
        }
        let test = try await Test(place)
        #expect(await test.status { _ = try await test.calls.cpqrcVerify(paymentReference: "QR-1") } == 401)
        try await test.signIn(.transaction)
        #expect(await test.status { _ = try await test.calls.payment(paymentReference: "PAY-1", pin: pin) } == 409)
        #expect(try await test.calls.cpqrcValidate(paymentReference: "QR-1").data.transactionId == id)
        #expect(try await test.balance() == 2_500_000 - 125_050)
        #expect(test.inbox.all.isEmpty)
        _ = try await test.calls.payment(paymentReference: "PAY-2", pin: pin)
        #expect(try await test.booksBalance())
        await test.stop()
    }

    @Test("a customer with an initial PIN pays only their own bills")
    func otherCustomer() async throws {
        let test = try await Test()
        test.api.configure { $0.wToken = Test.otherToken }
        try await test.signIn(.transaction)
        func pay(_ reference: String, _ pin: String) async -> Int? {
            await test.status { _ = try await test.calls.payment(paymentReference: reference, pin: Test.pin(pin)) }
        }
        #expect(await pay("PAY-1", "24680") == 404)
        #expect(await pay("PAY-3", "13579") == 400)
        #expect(await pay("PAY-3", "24680") == nil)
        #expect(await pay("PAY-3", "24680") == 409)
        #expect(try await test.balance() == 2_500_000)
        #expect(try await test.booksBalance())
    }

    @Test(
        "a truncated or mistyped response is a bad response of every call, and binding calls were made",
        arguments: CashBaba.Endpoint.allCases)
    func badAnswers(endpoint: CashBaba.Endpoint) async throws {
        let test = try await Test()
        for kind in [SandboxFaults.Kind.malformed, .wrongTypes] {
            test.faults.inject(kind, into: endpoint.rawValue)
            test.api.configure { $0.scope = endpoint.scope ?? .pinSet }
            let found = await test.status { try await test.make(endpoint) }
            // Without a token, the refusal is modified; its status is still readable.
            #expect(found == (endpoint == .clientToken ? 1_532 : 401), "\(kind)")
        }
        guard let scope = endpoint.scope else { return }
        try await test.withPin()
        try await test.signIn(scope)
        for kind in [SandboxFaults.Kind.malformed, .wrongTypes] {
            test.faults.inject(kind, into: endpoint.rawValue)
            let found = await test.status { try await test.make(endpoint) }
            let refused: Set<Int?> = [400, 404, 409, 422, 429]
            #expect(found == 1_532 || refused.contains(found), "\(kind)")
            if endpoint.isBinding, kind == .malformed, endpoint != .cpqrcConfirm { #expect(found == 1_532) }
        }
    }

    @Test("an unanswered call is given up at the client's timeout, whether it was made or not")
    func silence() async throws {
        var options = try SandboxOptions.ephemeral()
        let authority = try DevelopmentAuthority(
            notBefore: Date().addingTimeInterval(-60), notAfter: Date().addingTimeInterval(3_600))
        options.wallet = WalletServer.Options(
            key: try Test.key.get(),
            credentials: Wallet.Credentials(clientSecret: Test.secret, wTokens: ["wallet-1": Test.wToken]),
            identity: try authority.issue(
                names: [WalletServer.name], notBefore: Date().addingTimeInterval(-60),
                notAfter: Date().addingTimeInterval(3_600)))
        options.faults = try FaultPlan(
            reading: Array(
                #"{"faults": [{"operation": "clientToken", "fault": "timeout", "when": "before", "count": 1}]}"#.utf8))
        let server = try await SandboxServer.start(options)
        let address = try #require(server.wallet)
        let transport = CurlTransport(
            trust: TLSTrust(
                authorities: [authority.identity.certificatePEM],
                pins: try PinPolicy(pins: [
                    WalletServer.name: [options.wallet?.identity.pin ?? "", authority.identity.pin]
                ])))
        let url = try #require(HTTPSURL(origin: address.origin, path: "/api/v1/connect/token"))
        let request = HTTPRequest(method: .post, url: url, headers: ["Content-Type": FormBody.contentType])
        do {
            _ = try await transport.send(request, options: HTTPOptions(timeout: .seconds(5)))
            Issue.record("an answer came")
        } catch { #expect((error as? JourneyError)?.code == .netTimeout) }
        #expect(try await transport.send(request, options: HTTPOptions(timeout: .seconds(10))).status == 400)
        await server.stop()
    }

    @Test("a fault plan names the wallet's calls, and an unknown call is refused")
    func plans() async throws {
        for (name, isKnown) in [("payment", true), ("cpqrcConfirm", true), ("paymant", false)] {
            let plan = try FaultPlan(
                reading: Array(#"{"faults": [{"operation": "\#(name)", "fault": "malformed"}]}"#.utf8))
            let known = WalletService(try await Test().wallet).operations
            if isKnown {
                try plan.check(operations: known)
            } else {
                #expect(throws: JourneyError.self) { try plan.check(operations: known) }
            }
        }
    }
}
