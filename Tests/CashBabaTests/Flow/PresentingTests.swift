import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Presenting")
struct PresentingTests {
    @Test("a second presentation fails at once; neither it, initialize nor sign-in disturbs the first")
    func twice() async throws {
        let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [.waitForUpdate, TestFlow.pin]])
        let task = Task { await flow.present() }
        await flow.untilShown("confirm-pin")
        let other = EventRecorder()
        let second = ScriptedPresenter()
        await SDKPresenter.present(
            from: CashBabaHost(presenter: second, sdk: flow.test.sdk), args: flow.args,
            onFailed: { other.record($0.error.title, [:]) }
        ).value
        #expect(other.names == ["AlreadyPresented"] && second.shown == [])
        let sdk = flow.test.sdk
        #expect(throws: SDKError.alreadyPresented) {
            try sdk.initialize(environment: .live, pemData: Data(try TestWallet.key.get().publicKey.spki))
        }
        await #expect(throws: SDKError.alreadyPresented) {
            try await sdk.clientVerification(clientId: "c", clientSecret: "s")
        }
        sdk.resetSession()
        #expect(sdk.isPresented && sdk.remainingSeconds > 0)
        if let screen = flow.presenter.current { await flow.presenter.show(screen) }
        await task.value
        flow.expectOver("success")
    }

    @Test("another flow may be presented from each callback, and starts after the screens close", arguments: [0, 1, 2])
    func again(ending: Int) async throws {
        let step = ending == 0 ? TestFlow.refusal("No.", status: 444) : TestFlow.good
        let first = ending == 1 ? TestFlow.cancel : TestFlow.pin
        let flow = try TestFlow(
            .PAYMENT, ending == 1 ? [TestFlow.good] : [step, TestFlow.good],
            ["confirm-pin": [first, TestFlow.cancel]])
        let events = flow.test.events
        let (args, presenter, sdk) = (flow.args, flow.presenter, flow.test.sdk)
        await withCheckedContinuation { done in
            let again: @MainActor @Sendable (String) -> Void = { name in
                events.record(name, [:])
                SDKPresenter.present(
                    from: CashBabaHost(presenter: presenter, sdk: sdk), args: args,
                    onFailed: { _ in
                        events.record("failed again", [:])
                        done.resume()
                    },
                    onUserCancel: {
                        events.record("left", [:])
                        done.resume()
                    })
            }
            SDKPresenter.present(
                from: CashBabaHost(presenter: presenter, sdk: sdk), args: args, onSuccess: { _ in again("success") },
                onFailed: { _ in again("failed") }, onUserCancel: { again("cancelled") })
        }
        #expect(events.names == [["failed", "cancelled", "success"][ending], "left"])
        #expect(presenter.faults == [] && presenter.unused == [])
    }

    @Test("missing callbacks fall back to the host's, and one presentation's are not used for the next")
    func callbacks() async throws {
        let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [TestFlow.cancel, TestFlow.cancel]])
        let events = EventRecorder()
        flow.test.sdk.setCallbacks(onUserCancel: { events.record("the host's", [:]) })
        await flow.test.sdk.present(flow.args, on: flow.presenter, onUserCancel: { events.record("its own", [:]) })
        await flow.test.sdk.present(flow.args, on: flow.presenter)
        #expect(events.names == ["its own", "the host's"])
    }

    @Test("a presentation before initialize, or with a refused token, ends before its first screen")
    func refused() async throws {
        for (step, isInitialized, title) in [
            (TestFlow.refusal("no"), true, "HTTPError"), (TestFlow.good, false, "NotInitialized"),
        ] {
            let test = try TestSDK([step], isInitialized: isInitialized)
            let presenter = ScriptedPresenter()
            let told = EventRecorder()
            await test.sdk.present(
                NavigationArgs(type: .SET_PIN, environment: .demo, clientId: "c", clientSecret: "s"), on: presenter,
                onFailed: { told.record($0.error.title, [:]) })
            #expect(told.names == [title] && presenter.shown.map(\.id) == ["splash"] && !presenter.isShowing)
        }
    }

    @Test("an ending session or host waits for a payment under way, whose success is reported")
    func waitedFor() async throws {
        for lets in [true, false] {
            let gate = Gate()
            let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [TestFlow.pin]]) { transport in
                GatedTransport(rest: transport, path: "paymentconfirm", gate: gate)
            }
            let task = Task { await flow.present() }
            await gate.arrival()
            if lets { task.cancel() } else { flow.test.clock.advance(by: .seconds(301)) }
            gate.open()
            await task.value
            flow.expectOver("success")
        }
    }

    @Test("no further call is made after the end: a correct code no longer sets a PIN")
    func noFurtherCall() async throws {
        let gate = Gate()
        let flow = try TestFlow(
            .SET_PIN, [TestFlow.good, TestFlow.good], ["welcome": [TestFlow.proceed], "code": [TestFlow.code()]]
        ) { GatedTransport(rest: $0, path: "otpverify", gate: gate) }
        let task = Task { await flow.present() }
        await gate.arrival()
        flow.test.sdk.closeSdkOnFailed("Enough.")
        gate.open()
        await task.value
        flow.expectOver("failed")
        #expect(flow.paths == ["token", "otpsend", "otpverify"] && flow.told("message") == "Enough.")
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
