internal import Foundation
internal import JourneyBase

/// A form with keyboard focus: the focused target, the effect of keys, and the visible part of a long screen.
struct KeyForm: Sendable {
    private(set) var form: ScreenForm
    private(set) var focus: Target?
    /// The number of pages turned since the focus last moved.
    private(set) var scroll = 0
    /// `true` after the focus was moved: until then a long screen shows its start.
    private(set) var hasMoved = false
    /// `true` when the focused target is visible. An invisible one can't be chosen.
    private var isInView = true

    init(_ screen: Screen) {
        form = ScreenForm(screen)
        focus = KeyForm.start(of: screen)
    }

    /// Replaces the screen by a new version of it. The focus stays if its target is still there.
    mutating func update(_ screen: Screen) {
        guard screen != form.screen else { return }
        form.update(screen)
        if let focus, Target.all(of: screen).contains(focus) { return }
        focus = KeyForm.start(of: screen)
    }

    /// Handles one key; returns the answer when it gives one.
    mutating func press(_ key: Key, at now: Date) -> ScreenAction? {
        switch key {
        case .leave: return ScreenAction(action: Screen.cancelled)
        case .escape: return goBack(at: now)
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

    /// Records the visible part of the drawing: the limit of pages, and whether the focus is visible.
    mutating func shown(scroll limit: ClosedRange<Int>, isInView: Bool) {
        scroll = min(max(scroll, limit.lowerBound), limit.upperBound)
        self.isInView = isInView
    }

    /// Presses the back action where the screen has one; else leaves.
    private mutating func goBack(at now: Date) -> ScreenAction? {
        guard let way = form.screen.wayOut else { return ScreenAction(action: Screen.cancelled) }
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
        // The last digit completes the field: the focus moves on.
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

    /// Returns the first field, else the first action.
    private static func start(of screen: Screen) -> Target? { Target.all(of: screen).first }
}
