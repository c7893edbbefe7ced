import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

/// A screen of a flow, with the steps that lead to it.
struct FlowScreen: Sendable, CustomTestStringConvertible {
    let type: MethodTypes
    let screen: String
    var steps: [ScriptedTransport.Step] = []
    var replies: [String: [ScriptedPresenter.Reply]] = [:]
    /// The destination of Back; `nil` if it leaves the flow.
    var below: String?

    var testDescription: String { "\(type.rawValue) \(screen)" }

    func flow(_ last: ScriptedPresenter.Reply...) throws -> TestFlow {
        try TestFlow(type, steps, replies.merging([screen: last]) { $0 + $1 })
    }

    static let all: [FlowScreen] = [
        FlowScreen(type: .CHANGE_PIN, screen: "change-pin", steps: [TestFlow.rules]),
        FlowScreen(type: .SET_PIN, screen: "welcome"),
        FlowScreen(
            type: .SET_PIN, screen: "code", steps: [TestFlow.good], replies: ["welcome": [TestFlow.proceed]],
            below: "welcome"),
        FlowScreen(
            type: .SET_PIN, screen: "new-pin", steps: [TestFlow.good, TestFlow.good, TestFlow.rules],
            replies: ["welcome": [TestFlow.proceed], "code": [TestFlow.code()]], below: "welcome"),
        FlowScreen(type: .FORGOT_PIN, screen: "identity"),
        FlowScreen(
            type: .FORGOT_PIN, screen: "code", steps: [TestFlow.good], replies: ["identity": [TestFlow.identity]],
            below: "identity"),
        FlowScreen(
            type: .FORGOT_PIN, screen: "new-pin", steps: [TestFlow.good, TestFlow.identified, TestFlow.rules],
            replies: ["identity": [TestFlow.identity], "code": [TestFlow.code()]], below: "identity"),
        FlowScreen(type: .TRANSFER, screen: "confirm-pin"), FlowScreen(type: .PAYMENT, screen: "confirm-pin"),
        FlowScreen(type: .DISTRIBUTOR_PAYMENT, screen: "confirm-pin"),
        FlowScreen(type: .APPLY_PREPAID_CARD, screen: "confirm-pin"),
        FlowScreen(type: .CPQRC, screen: "code", steps: [TestFlow.validated()]),
    ]
}

@Suite("Leaving a flow")
struct FlowLeavingTests {
    @Test("Cancel on every screen calls onUserCancel once, after the screens are gone", arguments: FlowScreen.all)
    func cancel(row: FlowScreen) async throws {
        let flow = try row.flow(TestFlow.cancel)
        await flow.present()
        flow.expectOver("cancelled")
    }

    @Test("Back pops, calls onUserCancel once at the root, and skips PIN set-up's code", arguments: FlowScreen.all)
    func back(row: FlowScreen) async throws {
        let flow = try row.flow(TestFlow.back)
        guard let below = row.below else {
            await flow.present()
            return flow.expectOver("cancelled")
        }
        let lower = try TestFlow(
            row.type, row.steps,
            row.replies.merging([row.screen: [TestFlow.back]]) { $0 + $1 }.merging([below: [TestFlow.cancel]]) {
                $0 + $1
            })
        await lower.present()
        lower.expectOver("cancelled")
        #expect(lower.presenter.shown.map(\.id).suffix(2) == [row.screen, below])
    }

    @Test("an expired session dismisses every screen and is reported once", arguments: FlowScreen.all)
    func expiry(row: FlowScreen) async throws {
        for language in ["en", "bn"] {
            let flow = try TestFlow(
                row.type, row.steps, row.replies.merging([row.screen: [.never]]) { $0 + $1 }, language: language)
            let task = Task { await flow.present() }
            await flow.untilShown(row.screen)
            await flow.test.clock.waitForNaps(1)
            flow.test.clock.advance(by: .seconds(300))
            await task.value
            #expect(flow.test.events.names == ["failed", "dismissed"])
            #expect(flow.told("message") == (language == "en" ? "Session expired" : "সেশনের মেয়াদ শেষ"))
            #expect(flow.told("title") == "SessionExpired")
            #expect(!flow.presenter.isShowing && flow.presenter.faults == [] && !flow.test.sdk.isPresented)
        }
    }

    @Test("a host that cancels at a screen gets onUserCancel once", arguments: FlowScreen.all)
    func released(row: FlowScreen) async throws {
        let flow = try row.flow(.never)
        let task = Task { await flow.present() }
        await flow.untilShown(row.screen)
        task.cancel()
        await task.value
        #expect(flow.test.events.names == ["dismissed", "cancelled"])
        #expect(!flow.presenter.isShowing && flow.presenter.faults == [] && !flow.test.sdk.isPresented)
    }

    @Test("closing by coordinator or host ends the flow on every screen with its own callback, once")
    func closings() async throws {
        let result = OnSuccessModel.setPin(BaseResponse())
        let closings: [(String, @Sendable (CashBabaSDK) -> Void)] = [
            ("cancelled", { $0.coordinator?.closeSDKSuccess() }),
            ("cancelled", { CBSDKManager($0).coordinatorCloseSDKSuccess() }),
            ("failed", { $0.coordinator?.closeSDK(withError: "Ours.") }), ("failed", { $0.closeSdkOnFailed("Ours.") }),
            ("success", { $0.coordinator?.closeSDKSuccessWithResult(result) }),
        ]
        for row in FlowScreen.all {
            for (event, close) in closings {
                let flow = try row.flow(.never)
                let task = Task { await flow.present() }
                await flow.untilShown(row.screen)
                close(flow.test.sdk)
                // Events after the first are not reported.
                flow.test.sdk.coordinator?.closeSDK(withError: "late")
                await task.value
                #expect(
                    flow.test.events.names == (event == "failed" ? ["failed", "dismissed"] : ["dismissed", event]))
                if event == "failed" { #expect(flow.told("message") == "Ours.") }
            }
        }
    }

    @Test("the coordinator is released when the flow is over")
    func noLeak() async throws {
        let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [.waitForUpdate, TestFlow.pin]])
        let task = Task { await flow.present() }
        await flow.untilShown("confirm-pin")
        weak let coordinator = flow.test.sdk.coordinator
        #expect(coordinator != nil)
        if let screen = flow.presenter.current { await flow.presenter.show(screen) }
        await task.value
        flow.expectOver("success")
        // The session's timer releases it when its task ends.
        while coordinator != nil { await Task.yield() }
    }
}
