import Foundation
import JourneyBase
import Synchronization

/// How a flow ends without a success.
enum FlowExit: Error {
    case cancelled
    case failed(SDKError)
}

/// One presentation: a straight line of screens and calls, which ends with what was done or throws how it ended.
///
/// The session's end takes a screen away at once; a call under way is waited for, because it may have done something.
struct WalletFlow: Sendable {
    let calls: any CashBabaRepository
    let storage: CBSDKDataStorage
    let presenter: any Presenter
    let args: NavigationArgs
    let surroundings: Surroundings
    let desk: FlowDesk
    let faces: any FaceCapture
    /// The wallet's language at the moment: it may be switched while a screen stands.
    let language: @Sendable () -> Language

    /// A screen's words in the language of the moment.
    func say(_ phrase: WalletPhrase) -> String { phrase(language()) }

    /// Does what the host asked for. The token was granted before.
    func run() async throws(FlowExit) -> OnSuccessModel {
        switch args.type {
        case .SET_PIN: try await setPin()
        case .CHANGE_PIN: try await changePin()
        case .FORGOT_PIN: try await forgotPin()
        case .TRANSFER: try await transfer()
        case .PAYMENT: try await payment()
        case .DISTRIBUTOR_PAYMENT: try await distributorPayment()
        case .CPQRC: try await payByQRCode()
        case .APPLY_PREPAID_CARD: try await applyPrepaidCard()
        }
    }

    /// Asks, and gives the answer; `nil` for Back. Throws `cancelled` for every other way out, and the session's end.
    func ask(_ screen: Screen) async throws(FlowExit) -> Reply? {
        let action = try await desk.ask(screen, presenter)
        switch screen.exit(for: action) {
        case nil: return Reply(action: action, kind: .submitted)
        case .back: return nil
        case .resend: return Reply(action: action, kind: .resend)
        case .expired: return Reply(action: action, kind: .expired)
        case .cancelled, .other: throw .cancelled
        }
    }

    struct Reply {
        enum Kind { case submitted, resend, expired }
        let action: ScreenAction
        let kind: Kind
    }

    /// Makes a call while the person waits. An error that they can mend comes back, to be shown; one that closes the SDK, and
    /// one that leaves doubt, ends the flow.
    func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(FlowExit) -> Result<Value, SDKError> {
        await presenter.show(waiting)
        let calls = calls
        // Not a child: who gives up the flow does not give up what may be paid already.
        let result = await Task { () -> Result<Value, SDKError> in
            do throws(SDKError) { return .success(try await body(calls)) } catch { return .failure(error) }
        }.value
        if case .failure(let error) = result, error.closesSDK || error.leavesDoubt { throw .failed(error) }
        return result
    }

    private var waiting: Screen {
        Screen(id: "wallet-wait", title: title, body: [.progress(Screen.Progress())])
    }

    private var title: String {
        switch args.type {
        case .SET_PIN: say(.setPinTitle)
        case .CHANGE_PIN: say(.changePinTitle)
        case .FORGOT_PIN: say(.identityTitle)
        default: say(.confirmTitle)
        }
    }

    /// A PIN that is asked for.
    func pinField(_ id: String, _ label: WalletPhrase) -> Screen.Field {
        Screen.Field(id: id, label: say(label), kind: .pin(digits: PINRules.digits))
    }

    var submitAndBack: [Screen.Action] {
        [Screen.Action(id: "submit", label: say(.submit)), .back(language()(.back))]
    }
}

/// What is known of PINs without asking the service.
enum PINRules {
    static let digits = 5

    /// Whether it is none of the easiest: one digit all along, or digits in a row, up or down.
    static func isAcceptable(_ pin: Secret) -> Bool {
        pin.withBytes { digits in
            guard digits.count == PINRules.digits else { return false }
            let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
            return steps.count > 1 || steps.isDisjoint(with: [0, 1, -1])
        }
    }
}

/// Where a presentation's questions are asked, so that the session's end can take them away.
final class FlowDesk: Sendable {
    private struct State {
        /// Why no question is asked any more.
        var end: SDKError?
        var question: Task<ScreenAction, Never>?
    }

    private let state = Mutex(State())

    /// It is over: the question that stands is taken away, and none is asked any more. The first reason counts.
    func stop(_ error: SDKError) {
        let question = state.withLock { state in
            state.end = state.end ?? error
            return state.question
        }
        question?.cancel()
    }

    func ask(_ screen: Screen, _ presenter: any Presenter) async throws(FlowExit) -> ScreenAction {
        let question = Task { await presenter.ask(screen) }
        let isOver = state.withLock { state in
            state.question = question
            return state.end != nil
        }
        if isOver || Task.isCancelled { question.cancel() }
        let answer = await withTaskCancellationHandler {
            await question.value
        } onCancel: {
            question.cancel()
        }
        let end = state.withLock { state in
            state.question = nil
            return state.end
        }
        if let end { throw .failed(end) }
        return answer
    }
}
