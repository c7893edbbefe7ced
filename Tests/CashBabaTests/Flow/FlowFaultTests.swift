import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import TestSupport
import Testing

@testable import CashBaba

extension TestFlow {
    static func validated(face: Bool = false) -> ScriptedTransport.Step {
        TestWallet.answer([
            "code": 200,
            "data": [
                "transactionId": "T1", "isFaceVerificationRequired": .bool(face), "otpExpirySeconds": 90,
                "status": "Pending",
            ],
        ])
    }
    static func status(_ word: JSONValue) -> ScriptedTransport.Step {
        TestWallet.answer(["code": 200, "data": ["transactionId": "T1", "status": word]])
    }
}

@Suite("Flows meet faults")
struct FlowFaultTests {
    /// Each call of each flow: what leads to it, which screens lead there, and the screen that a fault is shown on; `nil` where
    /// none stands yet.
    private static let calls: [(MethodTypes, [ScriptedTransport.Step], [String: [ScriptedPresenter.Reply]], String?)] =
        {
            let (good, rules) = (TestFlow.good, TestFlow.rules)
            let proceed = ["welcome": [TestFlow.press("proceed")]]
            let code = [TestFlow.code("123456")]
            return [
                (.CHANGE_PIN, [rules], ["change-pin": [TestFlow.change]], "change-pin"),
                (.SET_PIN, [], proceed, "welcome"), (.SET_PIN, [good], proceed.merging(["code": code]) { $1 }, "code"),
                (
                    .SET_PIN, [good, good, rules],
                    proceed.merging(["code": code, "new-pin": [TestFlow.newPin]]) { $1 }, "new-pin"
                ),
                (.FORGOT_PIN, [], ["identity": [TestFlow.identity]], "identity"),
                (.FORGOT_PIN, [good], ["identity": [TestFlow.identity], "code": code], "code"),
                (.TRANSFER, [], ["confirm-pin": [TestFlow.pins(["pin": "13579"])]], "confirm-pin"),
                (.PAYMENT, [], ["confirm-pin": [TestFlow.pins(["pin": "13579"])]], "confirm-pin"),
                (.DISTRIBUTOR_PAYMENT, [], ["confirm-pin": [TestFlow.pins(["pin": "13579"])]], "confirm-pin"),
                (.APPLY_PREPAID_CARD, [], ["confirm-pin": [TestFlow.pins(["pin": "13579"])]], "confirm-pin"),
                (.CPQRC, [], [:], nil),
            ]
        }()

    @Test(
        "each status at each call: those that close end with one onFailed, the others are shown and stay",
        arguments: calls.indices)
    func statuses(row: Int) async throws {
        let (type, steps, replies, screen) = Self.calls[row]
        for status in [400, 401, 404, 409, 422, 429, 444, 500, 501] {
            let closes = screen == nil || [401, 444, 500, 501].contains(status)
            var replies = replies
            if !closes, let screen { replies[screen, default: []].append(TestFlow.press(Screen.cancelled)) }
            let flow = try TestFlow(type, steps + [TestFlow.refusal("What the service says.", status: status)], replies)
            await flow.present()
            flow.expectOver(closes ? "failed" : "cancelled")
            if closes {
                let message = flow.test.events.entries.first?.attributes["message"]?.string
                #expect(message?.hasPrefix("What the service says.") == true, "\(status)")
            } else {
                #expect(
                    flow.presenter.shown.last { $0.id == screen }?.inlineError == "What the service says.", "\(status)")
            }
        }
    }

    @Test(
        "silence at each call: shown where nothing was bound, the end where nobody knows what was done",
        arguments: calls.indices)
    func silence(row: Int) async throws {
        let (type, steps, replies, screen) = Self.calls[row]
        let isBinding = [.TRANSFER, .PAYMENT, .DISTRIBUTOR_PAYMENT, .APPLY_PREPAID_CARD].contains(type)
        var all = replies
        if !isBinding, let screen { all[screen, default: []].append(TestFlow.press(Screen.cancelled)) }
        let flow = try TestFlow(type, steps + [.failure(JourneyError(.netTimeout, "no"))], all)
        await flow.present()
        flow.expectOver(isBinding || screen == nil ? "failed" : "cancelled")
        if isBinding {
            let message = flow.test.events.entries.first?.attributes["message"]
            #expect(message == .string(WalletPhrase.outcomeUnknown(.english)))
        }
    }

    @Test("rules that cannot be had keep nobody from choosing a PIN, unless the SDK closes")
    func rules() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.refusal("none", status: 404), TestFlow.good], ["change-pin": [TestFlow.change]])
        await flow.present()
        flow.expectOver("success")
        let closed = try TestFlow(.CHANGE_PIN, [TestFlow.refusal("over", status: 444)], [:])
        await closed.present()
        closed.expectOver("failed")
    }

    @Test("a payment under way is waited for when the session runs out or the host lets go: its success is told")
    func waitedFor() async throws {
        for lets in [true, false] {
            let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [TestFlow.pins(["pin": "13579"])]])
            let gate = Gate()
            let transport = GatedTransport(rest: flow.test.transport, path: "paymentconfirm", gate: gate)
            let sdk = CashBabaSDK(surroundings: .fixed(clock: flow.test.clock)) { _ in transport }
            try sdk.initialize(environment: .demo, pemData: Data(try TestWallet.key.get().publicKey.spki))
            let events = EventRecorder()
            let task = Task {
                await sdk.present(
                    flow.args, on: flow.presenter, onSuccess: { _ in events.record("success", [:]) },
                    onFailed: { _ in events.record("failed", [:]) }, onUserCancel: { events.record("cancelled", [:]) })
            }
            await gate.arrival()
            if lets { task.cancel() } else { flow.test.clock.advance(by: .seconds(301)) }
            gate.open()
            await task.value
            #expect(events.names == ["success"])
        }
    }

    // QR payments.

    private func qr(
        _ steps: [ScriptedTransport.Step], codes: [ScriptedPresenter.Reply] = [TestFlow.code("123456")]
    ) throws -> TestFlow {
        try TestFlow(.CPQRC, [TestFlow.validated()] + steps, ["code": codes])
    }

    @Test(
        "a QR payment succeeds when its status says authorised, and only then",
        arguments: [
            ("Authorized", true), ("Pending", false), ("authorized", false), ("", false),
        ])
    func authorized(word: String, isPaid: Bool) async throws {
        let flow = try qr([TestFlow.good, TestFlow.status(.string(word))])
        await flow.present()
        flow.expectOver(isPaid ? "success" : "failed")
        #expect(flow.paths == ["token", "REF-1", "CPQRCPaymentConfirm", "REF-1"])
        #expect(
            flow.test.transport.requests.map { $0.headers["scope"] } == [
                "Payment", "Transaction", "Transaction", "Transaction",
            ])
    }

    @Test(
        "a dropped reply to confirm, and a server that fails after it, pay once: the status decides",
        arguments: [
            ScriptedTransport.Step.failure(JourneyError(.netUnreachable, "no")), TestFlow.refusal("", status: 500),
            TestFlow.refusal("", status: 444), .response(HTTPResponse(status: 200, body: Array("{".utf8))),
        ])
    func dropped(step: ScriptedTransport.Step) async throws {
        let paid = try qr([step, TestFlow.status("Authorized")])
        await paid.present()
        paid.expectOver("success")
        #expect(paid.paths.filter { $0 == "CPQRCPaymentConfirm" }.count == 1)
        let open = try qr([step, TestFlow.status("Pending")])
        await open.present()
        open.expectOver("failed")
        let message = open.test.events.entries.first?.attributes["message"]?.string
        #expect(message?.hasSuffix(WalletPhrase.outcomeUnknown(.english)) == true)
    }

    @Test("a session that is refused at confirm asks for no status")
    func unauthorized() async throws {
        let flow = try qr([TestFlow.refusal("", status: 401)])
        await flow.present()
        flow.expectOver("failed")
        #expect(flow.paths.count == 3)
    }

    @Test("a wrong code is shown, and another try is made with the next one")
    func wrongCode() async throws {
        let flow = try qr(
            [
                TestFlow.refusal("The code is wrong."), TestFlow.status("Pending"), TestFlow.good,
                TestFlow.status("Authorized"),
            ],
            codes: [TestFlow.code("111111"), TestFlow.code("123456")])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.presenter.shown.last { $0.id == "code" }?.inlineError == "The code is wrong.")
    }

    @Test("pictures are taken only where they are asked for, go along, and are wiped; files are read once and removed")
    func faces() async throws {
        let scratch = try Scratch()
        let (smile, blink) = (try scratch.write(TestWallet.smile, "s"), try scratch.write(TestWallet.blink, "b"))
        let flow = try TestFlow(
            .CPQRC, [TestFlow.validated(face: true), TestFlow.good, TestFlow.status("Authorized")],
            ["code": [TestFlow.code("123456")]])
        flow.test.sdk.dataStorage.smileFacePath = smile
        flow.test.sdk.dataStorage.blinkFacePath = blink
        await flow.present()
        flow.expectOver("success")
        let request = try #require(flow.test.transport.requests.first { $0.url.path.hasSuffix("Confirm") })
        let type = try #require(request.headers["Content-Type"])
        let parts = try MultipartReader().read(request.body, contentType: type)
        #expect(parts.map { Array($0.bytes) }.suffix(2) == [TestWallet.smile, TestWallet.blink])
        #expect(!FileManager.default.fileExists(atPath: smile) && !FileManager.default.fileExists(atPath: blink))
        let kept = try scratch.write(TestWallet.smile, "kept")
        let without = try qr([TestFlow.good, TestFlow.status("Authorized")])
        without.test.sdk.dataStorage.smileFacePath = kept
        await without.present()
        without.expectOver("success")
        #expect(FileManager.default.fileExists(atPath: kept))
        let pictures = try FacePictures(smile: Data(TestWallet.smile), blink: Data(TestWallet.blink))
        pictures.wipe()
        #expect(pictures.smile == nil && pictures.blink == nil)
    }

    @Test("a face check without pictures, with what is no picture, or with 20 MB, fails before a code is asked for")
    func badFaces() async throws {
        let scratch = try Scratch()
        let big = try scratch.write(TestWallet.smile + [UInt8](repeating: 0, count: 20 << 20), "big")
        let text = try scratch.write("GIF89a", "text")
        let good = try scratch.write(TestWallet.blink, "good")
        for path in [nil, big, text, scratch.path + "/none"] {
            let flow = try TestFlow(.CPQRC, [TestFlow.validated(face: true)], [:])
            flow.test.sdk.dataStorage.smileFacePath = path
            flow.test.sdk.dataStorage.blinkFacePath = good
            await flow.present()
            flow.expectOver("failed")
        }
    }
}

/// Lets one request through when it is opened.
private final class Gate: Sendable {
    private let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    private let (openings, opened) = AsyncStream<Void>.makeStream()

    func arrival() async { for await _ in arrivals { return } }
    func open() { opened.finish() }
    func pass() async {
        arrived.finish()
        for await _ in openings {}
    }
}

private struct GatedTransport: HTTPTransport {
    let rest: ScriptedTransport
    let path: String
    let gate: Gate

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        if request.url.path.hasSuffix(path) { await gate.pass() }
        return try await rest.send(request, options: options)
    }
}
