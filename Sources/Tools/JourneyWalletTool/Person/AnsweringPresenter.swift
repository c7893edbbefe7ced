import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// Answers screens from a file. The screens are shown in screenshots only.
///
/// A screen without an answer, and an invalid answer, end the flow as if the user had left: an incomplete file pays nothing.
/// `fault` has the cause.
final class AnsweringPresenter: Presenter {
    private struct State {
        var entries: [AnswerFile.Entry]
        var fault: CommandError?
    }

    let language: Language
    private let inbox: CodeInbox?
    private let drawing: ScreenDrawing?
    private let output: RunOutput
    private let dependencies: Dependencies
    private let state: Mutex<State>

    init(
        _ answers: AnswerFile, language: Language, inbox: CodeInbox?, drawing: ScreenDrawing?, output: RunOutput,
        dependencies: Dependencies = .system
    ) {
        self.language = language
        self.inbox = inbox
        self.drawing = drawing
        self.output = output
        self.dependencies = dependencies
        state = Mutex(State(entries: answers.entries))
    }

    /// The error of the answers.
    var fault: CommandError? { state.withLock(\.fault) }
    /// The screens of the unused answers.
    var unused: [String] { state.withLock { $0.entries.map(\.screen) } }

    func ask(_ screen: Screen) async -> ScreenAction {
        await drawing?.draw(screen, telling: output)
        let entry = state.withLock { state -> AnswerFile.Entry? in
            guard let index = state.entries.firstIndex(where: { $0.screen == screen.id }) else { return nil }
            return state.entries.remove(at: index)
        }
        do throws(CommandError) {
            guard let entry else { throw AnsweringPresenter.missing(screen) }
            let action = try action(of: entry, on: screen)
            await wait(for: action.action, on: screen)
            if Task.isCancelled { return ScreenAction(action: Screen.cancelled) }
            try check(action, on: screen)
            return action
        } catch {
            state.withLock { $0.fault = $0.fault ?? error }
            return ScreenAction(action: Screen.cancelled)
        }
    }

    func show(_ screen: Screen) async { await drawing?.draw(screen, telling: output) }

    func dismiss() async {}

    private static func missing(_ screen: Screen) -> CommandError {
        guard let error = screen.inlineError else {
            return CommandError(
                .badInput, code: .answerMissing, "The answers file has no entry for the screen ‘\(screen.id)’.")
        }
        // The only answer was rejected by the flow.
        return CommandError(.refused, code: .answerRefused, "The screen ‘\(screen.id)’ says: \(error)")
    }

    /// Converts an entry to the types of the screen's fields.
    private func action(of entry: AnswerFile.Entry, on screen: Screen) throws(CommandError) -> ScreenAction {
        let first = screen.actions.first { $0.role.submits } ?? screen.actions.first
        let press = entry.press ?? first?.id ?? Screen.cancelled
        var values: [String: ScreenAction.Value] = [:]
        for (id, value) in entry.values { values[id] = AnsweringPresenter.value(value, of: screen.field(id)) }
        if let id = entry.inbox, let field = screen.field(id) {
            values[id] = AnsweringPresenter.value(try code(for: field), of: field)
        }
        let submits = screen.action(press)?.role.submits == true
        return ScreenAction(action: press, values: submits ? values : [:])
    }

    private func code(for field: Screen.Field) throws(CommandError) -> Secret {
        guard case .oneTimeCode(let digits) = field.kind else {
            throw CommandError(
                .badInput, code: .answerInvalid,
                "The field ‘\(field.id)’ is not a code field, so inbox cannot fill it.")
        }
        guard let inbox else {
            throw CommandError(
                .badInput, code: .inboxMissing, "The answers use a code from the inbox. Name its file with --inbox.")
        }
        guard let code = try inbox.newestCode(digits: digits) else {
            throw CommandError(.badInput, code: .codeMissing, "\(inbox.path) has no code.")
        }
        return code
    }

    private static func value(_ value: Secret, of field: Screen.Field?) -> ScreenAction.Value {
        if field?.kind.isSecret == true { return .secret(value) }
        return .text(value.withBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// Waits for a cool-down or a countdown, which take their time for a script, too.
    private func wait(for action: String, on screen: Screen) async {
        var end = screen.action(action)?.availableFrom
        if action == Screen.expired {
            for countdown in screen.body.compactMap(\.countdown) {
                end = max(end ?? countdown.ends, countdown.ends)
            }
        }
        guard let left = end?.timeIntervalSince(dependencies.now()), left > 0 else { return }
        try? await dependencies.clock.sleep(for: .milliseconds(Int64((left * 1_000).rounded(.up))))
    }

    private func check(_ action: ScreenAction, on screen: Screen) throws(CommandError) {
        do throws(AnswerError) { try screen.check(action, at: dependencies.now()) } catch {
            let what =
                switch error {
                case .unknownAction(let id): "the screen has no action ‘\(id)’"
                case .unknownField(let id): "the screen has no field ‘\(id)’"
                default: error.message(on: screen, at: dependencies.now(), in: .english)
                }
            throw CommandError(
                .badInput, code: .answerInvalid, "The answer for the screen ‘\(screen.id)’ is invalid: \(what)")
        }
    }
}
