import Foundation
import JourneyBase
import JourneyScreens
import Synchronization
import TestSupport
import Testing

struct QuestionTests {
    private func pin(_ digits: String) -> ScreenAction {
        ScreenAction(action: "continue", values: ["pin": .secret(Secret(copying: digits.utf8))])
    }

    private func exit<Answer>(of question: Question<Answer>, _ presenter: ScriptedPresenter) async -> ScreenExit? {
        do throws(ScreenExit) {
            _ = try await presenter.ask(question)
            return nil
        } catch { return error }
    }

    @Test("a one-time code is returned as text, and its screen shows recipient and validity")
    func code() async throws {
        let presenter = ScriptedPresenter(
            ["one-time-code": [ScreenAction(action: "confirm", values: ["code": "123456"])]])
        let code = try await presenter.ask(
            .oneTimeCode(digits: 6, sentTo: "•••• 21", expires: Date(timeIntervalSinceNow: 300)))
        #expect(code == "123456" && presenter.faults.isEmpty)
        #expect(presenter.shown.first?.text == "We've sent a code to •••• 21.")
    }

    @Test(
        "each way to leave a question has its own exit",
        arguments: [
            (ScreenAction(action: Screen.back), ScreenExit.back), (ScreenAction(action: Screen.cancelled), .cancelled),
            (ScreenAction(action: Screen.expired), .expired), (ScreenAction(action: "resend"), .resend),
        ])
    func exits(action: ScreenAction, exit: ScreenExit) async {
        let past = Date(timeIntervalSinceNow: -1)
        let presenter = ScriptedPresenter(["one-time-code": [action]])
        let left = await self.exit(
            of: .oneTimeCode(digits: 6, sentTo: "•••• 21", expires: past, resendFrom: past), presenter)
        #expect(left == exit && presenter.faults.isEmpty)
    }

    @Test("a code can be neither requested again nor expire before its time")
    func tooEarly() async {
        let soon = Date(timeIntervalSinceNow: 60)
        for action in ["resend", Screen.expired] {
            let presenter = ScriptedPresenter(["one-time-code": [ScreenAction(action: action)]])
            #expect(
                await exit(of: .oneTimeCode(digits: 6, sentTo: "•", expires: soon, resendFrom: soon), presenter)
                    == .cancelled)
            #expect(presenter.faults.count == 1)
        }
    }

    @Test("consent returns the selected items, and declining returns none")
    func consent() async throws {
        let groups = [
            Screen.Consent.Group(
                title: "Licence",
                items: [
                    Screen.Consent.Item(id: "age", label: "Age", isRequired: true), .init(id: "name", label: "Name"),
                ])
        ]
        let presenter = ScriptedPresenter([
            "consent": [
                ScreenAction(action: "share", values: ["items": .chosen(["age"])]), ScreenAction(action: "decline"),
                ScreenAction(action: "share", values: ["items": .chosen(["name"])]),
            ]
        ])
        let question = Question.consent(requester: "Shop", groups: groups)
        #expect(try await presenter.ask(question) == ["age"])
        #expect(await exit(of: question, presenter) == .other("decline"))
        #expect(presenter.faults.isEmpty)
        #expect(await exit(of: question, presenter) == .cancelled)
        #expect(presenter.faults.first?.contains("requires “age”") == true)
    }

    @Test("a new PIN is asked for until it is allowed and repeated, and Back goes one screen back")
    func newPIN() async throws {
        let presenter = ScriptedPresenter([
            "new-pin": [pin("1234"), pin("4711"), pin("4712"), pin("0815")],
            "repeat-pin": [pin("4712"), ScreenAction(action: Screen.back), pin("0815")],
        ])
        let chosen = try await presenter.newPIN(digits: 4) { pin in
            pin.hasSameBytes(as: Secret(copying: "1234".utf8)) ? "Too easy" : nil
        }
        #expect(chosen.hasSameBytes(as: Secret(copying: "0815".utf8)))
        #expect(presenter.faults.isEmpty && presenter.unused.isEmpty)
        #expect(
            presenter.shown.map(\.id) == [
                "new-pin", "new-pin", "repeat-pin", "new-pin", "repeat-pin", "new-pin", "repeat-pin",
            ])
        #expect(
            presenter.shown.map(\.inlineError) == [
                nil, "Too easy", nil, "The PINs don't match. Choose again.", nil, nil, nil,
            ])
    }

    @Test("a new PIN is left by going back from the first, or by leaving the second", arguments: [true, false])
    func leavesNewPIN(isFirst: Bool) async {
        let presenter = ScriptedPresenter([
            "new-pin": [isFirst ? ScreenAction(action: Screen.back) : pin("4711")],
            "repeat-pin": [ScreenAction(action: Screen.cancelled)],
        ])
        await #expect(throws: isFirst ? ScreenExit.back : .cancelled) { try await presenter.newPIN(digits: 4) }
    }

    @Test(
        "questions use the presenter's language, and no screen breaks a rule",
        arguments: Language.allCases)
    func languages(language: Language) {
        for screen in ScreenGallery.screens(in: language, now: Date(timeIntervalSince1970: 0)) {
            #expect(screen.complaints == [])
            guard language != .english else { continue }
            var texts = [screen.title] + screen.fields.map(\.label) + screen.actions.map(\.label)
            for text in [screen.text, screen.inlineError] + screen.fields.map(\.hint) {
                if let text { texts.append(text) }
            }
            // Names, numbers of accounts, documents, seats and categories, and a currency's sign stay as they are written.
            let values = [
                "•••• 21", "Amelia Stone", "04-00-04 12345678", "HBHSFVDH4FKG", "Ada Lovelace", "LVL 4242 1815", "B 12",
                "14 C",
                "A · ", "B · ", "A\u{2069} · ", "B\u{2069} · ", "UK£",
            ]
            for text in texts { #expect(OwnLetters.others(in: text, language, besides: values) == "") }
        }
    }

    @Test("an invalid answer from a presenter cancels the question")
    func liar() async {
        struct Liar: Presenter {
            let language = Language.english
            func ask(_ screen: Screen) async -> ScreenAction {
                ScreenAction(action: "continue", values: ["pin": "4711"])
            }
            func show(_ screen: Screen) async {}
            func dismiss() async {}
        }
        await #expect(throws: ScreenExit.cancelled) { try await Liar().ask(.pin(digits: 4)) }
    }
}

/// Work with a screen beside it.
struct WorkTests {
    struct Failure: Error, Equatable {}

    private let screen = Screen(
        id: "send", title: "Sending", body: [.progress(Screen.Progress(fraction: 0))],
        actions: [Screen.Action(id: "cancel", label: "Cancel", role: .cancel)])

    @Test("finished work returns its value, and its updates keep the screen's ID")
    func ends() async throws {
        let presenter = ScriptedPresenter(["send": [.never]])
        let screen = screen
        let value = try await presenter.show(screen) { update in
            while !presenter.isShowing { await Task.yield() }
            var next = screen
            (next.id, next.body) = ("other", [.progress(Screen.Progress(fraction: 0.5))])
            await update(next)
            return 42
        }
        #expect(value == 42)
        #expect(presenter.shown.map(\.id) == ["send", "send"] && presenter.faults.isEmpty)
    }

    @Test("pressing Cancel cancels the work, and the exit is cancelled")
    func cancelled() async {
        let presenter = ScriptedPresenter(["send": [ScreenAction(action: "cancel")]])
        await #expect(throws: ScreenExit.cancelled) {
            try await presenter.show(screen) { _ in
                while !Task.isCancelled { await Task.yield() }
                throw CancellationError()
            }
        }
    }

    @Test("work that succeeds despite cancellation returns its value")
    func tooLate() async throws {
        let presenter = ScriptedPresenter(["send": [ScreenAction(action: "cancel")]])
        let value = try await presenter.show(screen) { _ in
            while !Task.isCancelled { await Task.yield() }
            return "paid"
        }
        #expect(value == "paid")
    }

    @Test("an error of the work is thrown")
    func fails() async {
        let presenter = ScriptedPresenter(["send": [.never]])
        await #expect(throws: Failure()) {
            try await presenter.show(screen) { _ -> Int in throw Failure() }
        }
    }
}
