import JourneyBase
import JourneyHarness

/// Records the native screens that were shown and the chosen actions, but never the input.
struct RecordingPresenter: Presenter {
    let base: any Presenter
    let sink: EventSink

    var language: Language { base.language }

    func ask(_ screen: Screen) async -> ScreenAction {
        sink.record("screen", RecordingPresenter.attributes(of: screen))
        let answer = await base.ask(screen)
        let label = screen.actions.first { $0.id == answer.action }?.label ?? answer.action
        sink.record("act", ["text": .string("answers “\(label)”")])
        return answer
    }

    func show(_ screen: Screen) async {
        sink.record("screen", RecordingPresenter.attributes(of: screen))
        await base.show(screen)
    }

    func dismiss() async { await base.dismiss() }

    private static func attributes(of screen: Screen) -> [String: JSONValue] {
        [
            "screen": .string(screen.id), "title": .string(screen.title),
            "text": screen.text.map { .string($0) } ?? .null,
            "fields": .array(screen.fields.map { .string($0.label) }),
            "actions": .array(screen.actions.map { .string($0.label) }),
        ]
    }
}
