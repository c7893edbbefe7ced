import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

struct PromptBiometricsTests {
    /// Gives one answer and records the questions.
    final class OneAnswer: Presenter {
        let language = Language.english
        let answer: String
        let asked = Mutex<[Screen]>([])
        let dismissals = Atomic<Int>(0)

        init(_ answer: String) { self.answer = answer }

        func ask(_ screen: Screen) async -> ScreenAction {
            asked.withLock { $0.append(screen) }
            return ScreenAction(action: answer)
        }
        func show(_ screen: Screen) async {}
        func dismiss() async { dismissals.add(1, ordering: .relaxed) }
    }

    @Test(
        "“approve” passes, “unavailable” asks for another factor, and any other action cancels",
        arguments: [
            ("approve", BiometricVerdict.passed), ("unavailable", .unavailable), ("cancel", .cancelled),
            (Screen.back, .cancelled), (Screen.cancelled, .cancelled), ("Approve", .cancelled), ("", .cancelled),
        ])
    func verdicts(action: String, verdict: BiometricVerdict) async {
        let presenter = OneAnswer(action)
        let biometrics = PromptBiometrics(presenter: presenter)
        #expect(await biometrics.authenticate(reason: "Pay 10 EUR") == verdict)
        let asked = presenter.asked.withLock { $0 }
        #expect(asked.map(\.id) == ["biometric"] && asked.first?.text == "Pay 10 EUR")
        #expect(presenter.dismissals.load(ordering: .relaxed) == 1)
    }

    @Test("an approval after cancellation does not count")
    func lateApproval() async {
        let verdict = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await PromptBiometrics(presenter: OneAnswer("approve")).authenticate(reason: "Pay")
        }.value
        #expect(verdict == .cancelled)
    }
}
