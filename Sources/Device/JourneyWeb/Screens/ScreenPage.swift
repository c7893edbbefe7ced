import Foundation
import JourneyBase
internal import JourneyCrypto

/// Renders a `Screen` as a page: HTML without script, everything escaped, nothing loaded.
///
/// A press is a submit button whose value is the action's id; each field is named by its id. Content that can change later is a
/// part with its own id (see `parts`).
struct ScreenPage: Sendable {
    let screen: Screen
    let language: Language
    let theme: Theme
    let now: Date
    /// The key order of each PIN with a shuffled pad, by field id.
    let pads: [String: PINPadLayout]

    /// Creates the page of `screen` at the time `now`. A shuffled pad without an order in `pads` has the standard one.
    init(
        _ screen: Screen, language: Language = .english, theme: Theme = .standard, now: Date,
        pads: [String: PINPadLayout] = [:]
    ) {
        self.screen = screen
        self.language = language
        self.theme = theme
        self.now = now
        self.pads = pads
    }

    /// Returns the whole page. Its answers contain `drawing`.
    func html(drawing: Int = 0) -> String {
        let style = ScreenStyle.sheet(theme)
        return """
            <!doctype html>
            <html lang="\(language.tag)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(ScreenPage.contentPolicy(style))">
            <title>\(HTMLText.escaped(screen.title))</title>
            <style>\(style)</style>
            </head>
            <body data-screen="\(HTMLText.escaped(screen.id))" data-drawing="\(drawing)">
            <main>
            <form autocomplete="off" novalidate>
            \(logo)\(parts.map(\.html).joined(separator: "\n"))
            </form>
            </main>
            </body>
            </html>
            """
    }

    /// The parts of the form, which are replaced one by one when the screen changes.
    var parts: [ScreenPart] {
        var out = [
            ScreenPart(id: "title", html: "<h1 id=\"title\" dir=\"auto\">\(HTMLText.escaped(screen.title))</h1>"),
            ScreenPart(id: "error", html: error(screen.inlineError)),
        ]
        func add(_ name: String, _ index: Int, _ draw: (String) -> String) {
            out.append(ScreenPart(id: "\(name)-\(index)", html: draw("\(name)-\(index)")))
        }
        for (index, block) in screen.body.enumerated() { add("body", index) { self.block(block, id: $0) } }
        for (index, field) in screen.fields.enumerated() { add("part", index) { _ in self.field(field, index: index) } }
        for (index, action) in actions.enumerated() { add("action", index) { self.action(action, id: $0) } }
        return out
    }

    /// Returns the place of an error; it always exists, so that an error can be shown later.
    func error(_ text: String?) -> String {
        guard let text else { return "<p class=\"error\" id=\"error\" role=\"alert\" hidden></p>" }
        return "<p class=\"error\" id=\"error\" role=\"alert\" dir=\"auto\">\(HTMLText.escaped(text))</p>"
    }

    private var logo: String {
        guard let logo = theme.logo else { return "" }
        return "<div class=\"logo\">\(picture(logo))</div>\n"
    }

    /// The actions, submitting ones first: Enter in a field presses the first button.
    var actions: [Screen.Action] { screen.actions.filter(\.role.submits) + screen.actions.filter { !$0.role.submits } }

    /// Returns a policy that allows only this page's own style and inline pictures: no script, no request, no frame, no form
    /// target.
    private static func contentPolicy(_ style: String) -> String {
        let hash = Data(SHA256.hash(Array(style.utf8))).base64EncodedString()
        return "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; form-action 'none'; base-uri 'none'"
    }
}
