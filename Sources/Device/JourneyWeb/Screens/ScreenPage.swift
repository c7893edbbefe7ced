import Foundation
import JourneyBase
internal import JourneyCrypto

/// Draws a `Screen` as a page: HTML without script, everything escaped, nothing fetched.
///
/// What is pressed is a submit button whose value is the action's id; each field is named for its own id. What can change
/// while the page stands is a part with an id of its own (see `parts`).
struct ScreenPage: Sendable {
    let screen: Screen
    let language: Language
    let theme: Theme
    let now: Date
    /// The order of the keys of each PIN whose pad is shuffled, by field id.
    let pads: [String: PINPadLayout]

    /// The page of `screen` as it looks at `now`, in that language and theme; a shuffled pad that `pads` has no order for
    /// stands in the usual one.
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

    /// The page, whole. Its answers say `drawing`.
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

    /// The pieces of the form that are replaced one by one when the screen is shown anew.
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

    /// What stands where a fault is told; there is always such a place, so that a fault can come later.
    func error(_ text: String?) -> String {
        guard let text else { return "<p class=\"error\" id=\"error\" role=\"alert\" hidden></p>" }
        return "<p class=\"error\" id=\"error\" role=\"alert\" dir=\"auto\">\(HTMLText.escaped(text))</p>"
    }

    private var logo: String {
        guard let logo = theme.logo else { return "" }
        return "<div class=\"logo\">\(picture(logo))</div>\n"
    }

    /// What hands the form in comes first: the first button is the one that Enter in a field presses.
    var actions: [Screen.Action] { screen.actions.filter(\.role.submits) + screen.actions.filter { !$0.role.submits } }

    /// Nothing but this page's own style and the pictures in its own text may apply: no script, no request, no frame, no
    /// form that goes anywhere.
    private static func contentPolicy(_ style: String) -> String {
        let hash = Data(SHA256.hash(Array(style.utf8))).base64EncodedString()
        return "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; form-action 'none'; base-uri 'none'"
    }
}
