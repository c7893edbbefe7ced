import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("The route stack")
struct RouteStackTests {
    private static let routes: [Route] =
        [.splash, .intro, .changePin, .forgotPin, .confirmPin] + VerifyOTPType.allCases.map(Route.verifyOTP)
        + VerifyOTPType.allCases.map(Route.pinSetup)

    /// Returns a stack with `route` on top, built by the moves that lead there; `nil` if there are none.
    private func stack(to route: Route) -> RouteStack? {
        for start in MethodTypes.allCases.map(SDKStartRouteDecider.startRoute) {
            for middle in [nil] + Self.routes.map(Optional.some) {
                var stack = RouteStack(start: start)
                if stack.go(to: start), middle.map({ stack.go(to: $0) }) ?? true, stack.go(to: route) { return stack }
            }
        }
        return nil
    }

    @Test("only the documented moves exist, and an invalid move changes nothing")
    func moves() throws {
        let moves: [(Route, Route)] = [
            (.intro, .verifyOTP(.setPin)), (.verifyOTP(.setPin), .pinSetup(.setPin)),
            (.forgotPin, .verifyOTP(.forgotPin)), (.verifyOTP(.forgotPin), .pinSetup(.forgotPin)),
        ]
        for from in Self.routes {
            guard let stack = stack(to: from) else { continue }
            for to in Self.routes {
                var moved = stack
                let isMove = from == to || moves.contains { $0 == (from, to) }
                #expect(moved.go(to: to) == isMove, "\(from) to \(to)")
                #expect(moved.top == (isMove ? to : from))
                if !isMove { #expect(moved == stack) }
            }
        }
        let reached = Set(Self.routes.filter { stack(to: $0) != nil })
        #expect(
            reached == [
                .intro, .changePin, .forgotPin, .confirmPin, .verifyOTP(.setPin), .verifyOTP(.forgotPin),
                .verifyOTP(.cpqrcPayment), .pinSetup(.setPin), .pinSetup(.forgotPin),
            ])
    }

    @Test("each method starts at its own screen", arguments: MethodTypes.allCases)
    func starts(type: MethodTypes) {
        let start = SDKStartRouteDecider.startRoute(for: type)
        #expect(
            start
                == [
                    .SET_PIN: .intro, .CHANGE_PIN: .changePin, .FORGOT_PIN: .forgotPin,
                    .CPQRC: .verifyOTP(.cpqrcPayment),
                ][type, default: .confirmPin])
        let args = NavigationArgs(type: type, environment: .demo, clientId: "c", clientSecret: "s")
        #expect(SDKStartRouteDecider.startRoute(for: args) == start)
        for route in Self.routes {
            var stack = RouteStack(start: start)
            #expect(stack.go(to: route) == (route == start))
        }
    }

    @Test("Back from PIN set-up leads to the start screen and skips the used code")
    func back() {
        for (start, type) in [(Route.intro, VerifyOTPType.setPin), (.forgotPin, .forgotPin)] {
            var stack = RouteStack(start: start)
            #expect(stack.go(to: start) && stack.go(to: .verifyOTP(type)))
            var before = stack
            #expect(before.back() == .to(start) && before.routes == [start])
            #expect(stack.go(to: .pinSetup(type)) && stack.routes == [start, .pinSetup(type)])
            #expect(stack.back() == .to(start) && stack.back() == .leave && stack.routes == [start])
        }
        var empty = RouteStack(start: .confirmPin)
        #expect(empty.back() == .leave && empty.top == nil)
    }

    @Test("the splash covers the first calls and a wait screen later ones, each drawn once")
    func covers() {
        var stack = RouteStack(start: .changePin)
        #expect(stack.coverUp() == .splash && stack.coverUp() == nil && stack.cover == .splash)
        #expect(stack.go(to: .changePin) && stack.cover == nil)
        #expect(stack.coverUp() == .wait && stack.coverUp() == nil)
        #expect(stack.go(to: .changePin) && stack.coverUp() == .wait)
        // The camera's picture has replaced the splash, which is not shown again.
        var camera = RouteStack(start: .verifyOTP(.cpqrcPayment))
        #expect(camera.coverUp() == .splash)
        camera.uncover()
        #expect(camera.coverUp() == .wait)
    }
}

@Suite("Back button rule")
struct BackStepTests {
    @Test(
        "Back pops, cancels through the coordinator at the root, or dismisses and calls onUserCancel")
    func rule() {
        for depth in [2, 3, 10] {
            #expect(BackStep(depth: depth, hasCoordinator: true) == .pop)
            #expect(BackStep(depth: depth, hasCoordinator: false) == .pop)
        }
        for depth in [1, 0, -1] {
            #expect(BackStep(depth: depth, hasCoordinator: true) == .cancelThroughCoordinator)
            #expect(BackStep(depth: depth, hasCoordinator: false) == .dismissThenCancel)
        }
    }

    private struct HostScreen: CoordinatorAccessible { let coordinator: (any Coordinating)? }

    @Test("a host's own screen follows the rule in order")
    @MainActor
    func acting() async throws {
        let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [.never]])
        let task = Task { await flow.present() }
        await flow.untilShown("confirm-pin")
        let led = HostScreen(coordinator: flow.test.sdk.coordinator)
        var done: [String] = []
        func tap(_ screen: HostScreen, _ depth: Int) async {
            await screen.backButtonTapped(
                depth: depth, pop: { done.append("pop") }, dismiss: { done.append("dismiss") },
                onUserCancel: { done.append("cancel") })
        }
        await tap(led, 2)
        #expect(done == ["pop"] && flow.presenter.isShowing)
        await tap(HostScreen(coordinator: nil), 1)
        #expect(done == ["pop", "dismiss", "cancel"])
        await tap(led, 1)
        await task.value
        #expect(done == ["pop", "dismiss", "cancel"] && flow.test.events.names == ["dismissed", "cancelled"])
        #expect(HostScreen(coordinator: nil).coordinatorCloseSDKSuccess() == false)
    }
}
