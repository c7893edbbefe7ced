import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Synchronization
import Testing

@testable import CashBaba

/// A presentation over a scripted network and a scripted user.
struct TestFlow {
    let test: TestSDK
    let presenter: ScriptedPresenter
    let time: TestTime
    let args: NavigationArgs
    /// The languages given to the presenter, in order.
    let tongues = EventRecorder()

    /// Creates a flow. The token is granted before `steps`, unless they include it.
    init(
        _ type: MethodTypes, _ steps: [ScriptedTransport.Step], _ replies: [String: [ScriptedPresenter.Reply]] = [:],
        language: String = "en", hasToken: Bool = true, log: Log = .silent, time: TestTime = TestTime(),
        drawer: TestTime? = nil, wrap: (ScriptedTransport) -> any HTTPTransport = { $0 }
    ) throws {
        self.time = time
        test = try TestSDK((hasToken ? [Self.good] : []) + steps, log: log, now: time.now, wrap: wrap)
        var dependencies = Dependencies.fixed()
        dependencies.now = (drawer ?? time).now
        presenter = ScriptedPresenter(replies, dependencies: dependencies)
        args = NavigationArgs(
            type: type, wToken: "w", languageCode: language, environment: .demo, paymentReference: "REF-1",
            clientId: "c", clientSecret: "s", phone: "01700000021",
            transferInfo: TransferInfo(bankTokenNo: "b", transactionAmount: "1250.50", purpose: "rent"),
            cardProductCode: "P", cardDeliveryAddress: "House 1, Dhaka")
    }

    /// Presents the flow, and records its callbacks and the dismissal of its screens.
    func present(_ args: NavigationArgs? = nil, faces: (any FaceCapture)? = nil) async {
        let events = test.events
        await test.sdk.present(
            args ?? self.args, on: WatchedPresenter(rest: presenter, events: events, tongues: tongues), faces: faces,
            onSuccess: { model in
                MainActor.assertIsolated()
                events.record("success", ["flow": .string("\(model)".prefix { $0 != "(" }.description)])
            },
            onFailed: { model in
                MainActor.assertIsolated()
                events.record(
                    "failed",
                    [
                        "title": .string(model.error.title), "message": .string(model.errorMessage),
                        "doubt": .bool(model.error.leavesDoubt),
                    ])
            },
            onUserCancel: {
                MainActor.assertIsolated()
                events.record("cancelled", [:])
            })
    }

    /// Presents the flow, and lets the waits between the transport's attempts pass.
    func presentThroughWaits() async {
        async let presented: Void = present()
        var passed = 0
        // Wait until one callback was called and the screens are gone.
        while test.events.names.count < 2 {
            // The session timer sleeps for one second at a time.
            let waits = test.clock.naps.filter { $0 != .seconds(1) }.count
            if waits > passed {
                passed = waits
                test.clock.advance(by: .seconds(2))
            }
            await Task.yield()
        }
        await presented
    }

    func untilShown(_ screen: String) async { while presenter.current?.id != screen { await Task.yield() } }

    /// The last component of each requested path.
    var paths: [String] {
        test.transport.requests.compactMap { $0.url.path.split(separator: "/").last.map(String.init) }
    }

    /// Returns an attribute of the one recorded callback.
    func told(_ attribute: String) -> JSONValue? {
        test.events.entries.first { $0.name != "dismissed" }?.attributes[attribute]
    }

    /// Returns the screens with `id`, in order.
    func shown(_ id: String) -> [Screen] { presenter.shown.filter { $0.id == id } }

    /// Checks every presentation's end: one callback, in the right order with the screens' dismissal, and nothing left.
    func expectOver(_ event: String, _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
        let order = event == "failed" ? ["failed", "dismissed"] : ["dismissed", event]
        #expect(test.events.names == order, "\(note)", sourceLocation: sourceLocation)
        #expect(
            !presenter.isShowing && presenter.faults == [] && presenter.unused == [], "\(note)",
            sourceLocation: sourceLocation)
        #expect(test.sdk.remainingSeconds == 0 && test.sdk.sessionStore.isTokenExpired, sourceLocation: sourceLocation)
        let storage = test.sdk.dataStorage
        #expect(
            storage.navigationArgs == nil && storage.cpqrcValidationData == nil && storage.forgetPinIdentifier == nil,
            sourceLocation: sourceLocation)
        #expect(!test.sdk.isPresented && test.sdk.coordinator == nil, sourceLocation: sourceLocation)
    }
}

/// A wall clock moved by a test or by its scripted user.
final class TestTime: Sendable {
    private let seconds = Mutex<TimeInterval>(0)

    var now: @Sendable () -> Date {
        { Date(timeIntervalSince1970: 1_800_000_000 + self.seconds.withLock { $0 }) }
    }

    func wait(_ more: TimeInterval) { seconds.withLock { $0 += more } }

    /// Waits before the answer.
    func after(_ wait: TimeInterval, _ action: String) -> ScriptedPresenter.Reply {
        .decide { _ in
            self.wait(wait)
            return ScreenAction(action: action)
        }
    }
}

/// Records when the screens are dismissed.
private struct WatchedPresenter: Presenter {
    let rest: ScriptedPresenter
    let events: EventRecorder
    let tongues: EventRecorder

    var language: Language { rest.language }
    func ask(_ screen: Screen) async -> ScreenAction { await rest.ask(screen) }
    func show(_ screen: Screen) async { await rest.show(screen) }
    func speak(_ language: Language) async { tongues.record(language.tag, [:]) }
    func dismiss() async {
        await rest.dismiss()
        events.record("dismissed", [:])
    }
}
