internal import Foundation
internal import JourneyBase

/// A form under the keyboard: where it is, what a key does there, and what part of a long screen shows.
struct KeyForm: Sendable {
    private(set) var form: ScreenForm
    private(set) var focus: Target?
    /// Pages that the person has turned since the keyboard moved last.
    private(set) var scroll = 0
    /// Whether the keyboard was moved: until then a long screen shows its beginning.
    private(set) var hasMoved = false
    /// Whether the place of the keyboard is in the part that shows. What does not show is not chosen.
    private var isInView = true

    init(_ screen: Screen) {
        form = ScreenForm(screen)
        focus = KeyForm.start(of: screen)
    }

    /// The same screen anew. The keyboard stays where it is, if that is still there.
    mutating func update(_ screen: Screen) {
        guard screen != form.screen else { return }
        form.update(screen)
        if let focus, Target.all(of: screen).contains(focus) { return }
        focus = KeyForm.start(of: screen)
    }

    /// Takes one key; the answer when it gives one.
    mutating func press(_ key: Key, at now: Date) -> ScreenAction? {
        switch key {
        case .leave: return ScreenAction(action: Screen.cancelled)
        case .escape: return wayBack(at: now)
        case .tab, .down: move(by: 1)
        case .backTab, .up: move(by: -1)
        case .pageUp: scroll -= 1
        case .pageDown: scroll += 1
        case .enter, .scalar(" "):
            if case .field = focus, key != .enter {
                type(" ")
            } else if isInView {
                return choose(at: now)
            } else {
                scroll += 1
            }
        case .scalar(let scalar): type(scalar)
        case .backspace: if case .field(let id) = focus { form.deleteLast(of: id) }
        case .clear: if case .field(let id) = focus { form.clear(id) }
        case .other: break
        }
        return nil
    }

    /// Takes note of what part of the drawing shows: how far pages can be turned, and whether the keyboard is in it.
    mutating func shown(scroll limit: ClosedRange<Int>, isInView: Bool) {
        scroll = min(max(scroll, limit.lowerBound), limit.upperBound)
        self.isInView = isInView
    }

    /// Back where the screen has it, else out.
    private mutating func wayBack(at now: Date) -> ScreenAction? {
        let actions = form.screen.actions
        guard let way = actions.first(where: { $0.role == .back }) ?? actions.first(where: { $0.role == .cancel })
        else {
            return ScreenAction(action: Screen.cancelled)
        }
        return form.press(way.id, at: now)
    }

    private mutating func move(by step: Int) {
        let all = Target.all(of: form.screen)
        guard let focus, let index = all.firstIndex(of: focus) else {
            self.focus = all.first
            return
        }
        self.focus = all[(index + step + all.count) % all.count]
        (scroll, hasMoved) = (0, true)
    }

    private mutating func type(_ scalar: Unicode.Scalar) {
        guard case .field(let id) = focus else { return }
        form.type(scalar, into: id)
        // The last digit is the end of it: on to the next field or the action.
        if form.isFull(id) { move(by: 1) }
    }

    private mutating func choose(at now: Date) -> ScreenAction? {
        switch focus {
        case .field: move(by: 1)
        case .option(let field, let option): form.toggle(option, in: field)
        case .action(let id):
            let answer = form.press(id, at: now)
            if let field = form.fault?.field {
                focus = Target.all(of: form.screen).first { $0.field == field } ?? focus
            }
            return answer
        case nil: break
        }
        return nil
    }

    /// The first field, else the first action.
    private static func start(of screen: Screen) -> Target? { Target.all(of: screen).first }
}
