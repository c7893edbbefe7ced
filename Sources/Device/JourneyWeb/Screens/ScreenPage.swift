import Foundation
import JourneyBase

/// Renders a `Screen` as a page: HTML without script, everything escaped, nothing loaded.
///
/// A press is a submit button whose value is the action's id; each field is named by its id. Content that can change later is a
/// part with its own id (see `parts`).
struct ScreenPage: Sendable {
    let screen: Screen
    let language: Language
    let theme: Theme
    let style: ScreenStyle
    let now: Date
    /// The key order of each PIN with a shuffled pad, by field id.
    let pads: [String: PINPadLayout]

    /// Creates the page of `screen` at the time `now`. `style` is that of `theme`, `nil` to make it. A shuffled pad without an
    /// order in `pads` has the standard one.
    init(
        _ screen: Screen, language: Language = .english, theme: Theme = .standard, style: ScreenStyle? = nil, now: Date,
        pads: [String: PINPadLayout] = [:]
    ) {
        self.screen = screen
        self.language = language
        self.theme = theme
        self.style = style ?? ScreenStyle(theme, language)
        self.now = now
        self.pads = pads
    }

    /// Returns the whole page. Its answers contain `drawing`, and the pages drawn in its place know it by that number too.
    func html(drawing: Int = 0) -> String {
        """
        <!doctype html>
        <html lang="\(language.tag)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
        <meta http-equiv="Content-Security-Policy" content="\(style.policy)">
        <title>\(HTMLText.escaped(screen.title))</title>
        <style>\(style.sheet)</style>
        </head>
        <body data-screen="\(HTMLText.escaped(screen.id))" data-drawing="\(drawing)" data-document="\(drawing)">
        \(form)
        </body>
        </html>
        """
    }

    /// Returns what `ScreenAnswer.draw` needs to draw this page in the loaded `document`, which has the same style and language.
    func replacement(drawing: Int, document: Int) -> JSONValue {
        [
            "loaded": .string("\(document)"), "drawing": .string("\(drawing)"), "screen": .string(screen.id),
            "title": .string(screen.title), "html": .string(form),
        ]
    }

    /// The form, which is all that two pages of one style and language differ in.
    private var form: String {
        let parts = parts
        func html(_ region: ScreenPart.Region) -> String {
            parts.filter { $0.region == region }.map(\.html).joined(separator: "\n")
        }
        return """
            <form autocomplete="off" novalidate class="\(layout)">
            <header id="header">
            \(html(.header))
            </header>
            <main id="content">
            \(html(.content))
            </main>
            <footer id="footer">
            \(html(.footer))
            </footer>
            </form>
            """
    }

    /// The classes of the form: what is not typed into stands in the middle, and few sentences have centered lines.
    var layout: String { screen.isBrief ? "middle brief" : screen.takesTyping ? "" : "middle" }

    /// The parts of the form, which are replaced one by one when the screen changes.
    var parts: [ScreenPart] {
        var out = [
            ScreenPart(id: "bar", html: bar, region: .header), ScreenPart(id: "title", html: title, region: .header),
        ]
        func add(_ name: String, _ index: Int, _ region: ScreenPart.Region = .content, _ draw: (String) -> String) {
            out.append(ScreenPart(id: "\(name)-\(index)", html: draw("\(name)-\(index)"), region: region))
        }
        // The fault of the only field stands below it; the fault of several, above them; without fields it stands first.
        let error = ScreenPart(id: "error", html: error(screen.inlineError))
        if screen.fields.isEmpty { out.append(error) }
        for (index, block) in screen.body.enumerated() { add("body", index) { self.block(block, id: $0) } }
        if screen.fields.count > 1 { out.append(error) }
        for (index, field) in screen.fields.enumerated() { add("part", index) { _ in self.field(field, index: index) } }
        if screen.fields.count == 1 { out.append(error) }
        for (index, field) in screen.fields.enumerated() where field.kind.isPIN {
            add("pad", index, .footer) { _ in pad(field, index) }
        }
        for (index, action) in actions.enumerated() {
            switch screen.place(of: action) {
            case .header: break
            case .content: add("action", index) { self.action(action, id: $0) }
            case .footer: add("action", index, .footer) { self.action(action, id: $0) }
            }
        }
        // A countdown that is about to end is announced once.
        if screen.isEndingSoon(at: now) {
            let words = HTMLText.escaped(language(.timeLeft(seconds: Screen.Countdown.warning)))
            out.append(
                ScreenPart(id: "ending", html: "<p class=\"hidden\" id=\"ending\" role=\"alert\">\(words)</p>"))
        }
        return out.map(withoutIdleDirections)
    }

    /// Returns `part` without marks of direction if all its text runs with a left-to-right page: the engine would look for a
    /// direction in each element. Text can't contain the mark, because its quotes are escaped.
    private func withoutIdleDirections(_ part: ScreenPart) -> ScreenPart {
        guard !language.isRightToLeft, !part.html.unicodeScalars.contains(where: ScreenPage.turns) else { return part }
        var part = part
        part.html = part.html.replacing(" dir=\"auto\"", with: "")
        return part
    }

    /// Returns `true` for a character of a right-to-left script, and for one that sets a direction.
    private static func turns(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
            0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// The sign above the title: the kind of the outcome, that work is in progress, or that there is nothing.
    private var title: String {
        let sign =
            screen.body.lazy.compactMap { block -> String? in
                switch block {
                case .outcome(let outcome): symbol(outcome.kind)
                case .progress where screen.showsWork: "<div class=\"symbol busy\" aria-hidden=\"true\"></div>\n"
                case .empty where screen.isEmptyPlace:
                    "<div class=\"symbol none\" aria-hidden=\"true\">\(ScreenIcon.receipt.svg())</div>\n"
                default: nil
                }
            }.first ?? ""
        return """
            <div id="title">\(sign)<h1 dir="auto">\(trailed(screen.title))</h1></div>
            """
    }

    /// Returns a title whose last dots can be left out.
    private func trailed(_ title: String) -> String {
        guard title.hasSuffix("…") else { return HTMLText.escaped(title) }
        return HTMLText.escaped(String(title.dropLast())) + "<span class=\"trail\">…</span>"
    }

    /// The header's row: back, the brand, and the way out.
    private var bar: String {
        func button(_ action: Screen.Action, _ face: String, label: Bool) -> String {
            let name = HTMLText.escaped(action.label)
            return """
                <button type="button" name="action" value="\(HTMLText.escaped(action.id))" class="\(label ? "link" : "round")"\
                \(leaving(action))\
                \(label ? "" : " aria-label=\"\(name)\"")>\(face)</button>
                """
        }
        let barred = actions.filter { screen.place(of: $0) == .header }
        let leading = barred.filter { $0.role == .back }.map {
            button($0, ScreenIcon.back.svg(isMirrored: true), label: false)
        }
        let trailing = barred.filter { $0.role != .back }.map { action in
            action.id == Screen.refresh
                ? button(action, ScreenIcon.reload.svg(), label: false)
                : button(action, "<span dir=\"auto\">\(HTMLText.escaped(action.label))</span>", label: true)
        }
        let brand = theme.logo.map { "<span class=\"logo\">\(picture($0))</span>" } ?? ""
        return """
            <div id="bar">\(leading.joined())\(brand)<span class="gap"></span>\(trailing.joined())</div>
            """
    }

    /// Returns the place of an error; it always exists, so that an error can be shown later.
    func error(_ text: String?) -> String {
        guard let text else { return "<p class=\"error\" id=\"error\" role=\"alert\" hidden></p>" }
        return """
            <p class="error" id="error" role="alert">\(ScreenIcon.exclamation.svg())\
            <span dir="auto">\(whole(text))</span></p>
            """
    }

    /// Returns the mark of the action that the Escape key presses.
    func leaving(_ action: Screen.Action) -> String { action.id == screen.wayOut?.id ? " data-leaves" : "" }

    /// The actions, submitting ones first: Enter in a field presses the first button.
    var actions: [Screen.Action] { screen.orderedActions }
}
