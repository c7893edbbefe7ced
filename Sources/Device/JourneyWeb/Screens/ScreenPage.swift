internal import Foundation
public import JourneyBase
internal import JourneyCrypto

/// Draws a `Screen` as a page: HTML without script, everything escaped, nothing fetched.
///
/// What is pressed is a submit button whose value is the action's id; each field is named for its own id.
public enum ScreenPage {
    /// The page for `screen`, whole. Its answers say `drawing`.
    public static func html(for screen: Screen, drawing: Int = 0) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="\(contentPolicy)">
        <title>\(HTMLText.escaped(screen.title))</title>
        <style>\(style)</style>
        </head>
        <body data-screen="\(HTMLText.escaped(screen.id))" data-drawing="\(drawing)">
        <main\(screen.isBusy ? " aria-busy=\"true\"" : "")>
        <form autocomplete="off" novalidate>
        \(body(of: screen).joined(separator: "\n"))
        </form>
        </main>
        </body>
        </html>
        """
    }

    /// Nothing but this page's own style may apply: no script, no request, no frame, no form that goes anywhere.
    static let contentPolicy: String = {
        let hash = Data(SHA256.hash(Array(style.utf8))).base64EncodedString()
        return "default-src 'none'; style-src 'sha256-\(hash)'; form-action 'none'; base-uri 'none'"
    }()

    private static func body(of screen: Screen) -> [String] {
        var out = ["<h1>\(HTMLText.escaped(screen.title))</h1>"]
        if let text = screen.text { out.append("<p class=\"text\">\(HTMLText.escaped(text))</p>") }
        if screen.isBusy { out.append("<div class=\"busy\" role=\"status\">Please wait</div>") }
        if let error = screen.inlineError {
            out.append("<p class=\"error\" id=\"inline-error\" role=\"alert\">\(HTMLText.escaped(error))</p>")
        }
        let isFaulty = screen.inlineError != nil
        for (index, field) in screen.fields.enumerated() {
            let described = isFaulty ? " aria-invalid=\"true\" aria-describedby=\"inline-error\"" : ""
            let focus = index == 0 ? " autofocus" : ""
            out.append(
                """
                <label for="field-\(index)">\(HTMLText.escaped(field.label))</label>
                <input id="field-\(index)" name="\(HTMLText.escaped(field.id))"\(attributes(of: field.kind))\(described)\(focus)>
                """)
        }
        if !screen.actions.isEmpty { out.append("<div class=\"actions\">") }
        for action in screen.actions {
            out.append(
                """
                <button type="submit" name="action" value="\(HTMLText.escaped(action.id))" class="\(name(of: action.role))">\
                \(HTMLText.escaped(action.label))</button>
                """)
        }
        if !screen.actions.isEmpty { out.append("</div>") }
        return out
    }

    private static func attributes(of kind: Screen.Field.Kind) -> String {
        switch kind {
        case .text: " type=\"text\""
        case .oneTimeCode(let digits):
            " type=\"text\" inputmode=\"numeric\" autocomplete=\"one-time-code\" maxlength=\"\(digits)\" class=\"code\""
        case .secret: " type=\"password\" autocomplete=\"off\""
        }
    }

    private static func name(of role: Screen.Action.Role) -> String {
        switch role {
        case .primary: "primary"
        case .secondary: "secondary"
        case .cancel: "cancel"
        }
    }

    private static let style = """
        :root { color-scheme: light; --ink: #16202a; --soft: #51606e; --line: #c9d2da; --accent: #0b5fae; --bad: #a3131f; }
        * { box-sizing: border-box; }
        html, body { margin: 0; height: 100%; }
        body { background: #eef2f5; color: var(--ink); font: 17px/1.5 Inter, "DejaVu Sans", system-ui, sans-serif; }
        main { min-height: 100%; padding: 24px; display: flex; align-items: center; justify-content: center; }
        form { width: 100%; max-width: 420px; padding: 28px 24px; background: #fff; border: 1px solid var(--line);
            border-radius: 16px; box-shadow: 0 6px 24px rgb(22 32 42 / 8%); }
        h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; }
        .text { margin: 0 0 20px; color: var(--soft); white-space: pre-line; }
        .error { margin: 0 0 16px; padding: 10px 12px; border-left: 4px solid var(--bad); background: #fdeef0;
            color: var(--bad); }
        .busy { margin: 12px 0 20px; padding-left: 40px; position: relative; color: var(--soft); }
        .busy::before { content: ""; position: absolute; left: 0; top: 1px; width: 24px; height: 24px; border-radius: 50%;
            border: 3px solid var(--line); border-top-color: var(--accent); animation: turn 1s linear infinite; }
        label { display: block; margin: 0 0 6px; font-weight: 600; }
        input { width: 100%; margin: 0 0 18px; padding: 12px 14px; font: inherit; color: inherit; background: #fff;
            border: 1px solid #7c8a97; border-radius: 10px; }
        input.code { font-size: 24px; letter-spacing: 0.4em; text-align: center; }
        input[aria-invalid="true"] { border-color: var(--bad); }
        .actions { display: grid; gap: 12px; margin-top: 8px; }
        button { width: 100%; padding: 13px 16px; font: inherit; font-weight: 600; border-radius: 10px; cursor: pointer;
            border: 1px solid transparent; }
        .primary { background: var(--accent); color: #fff; }
        .secondary { background: #fff; color: var(--accent); border-color: var(--accent); }
        .cancel { background: transparent; color: var(--soft); }
        :focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
        @keyframes turn { to { transform: rotate(360deg); } }
        @media (prefers-reduced-motion: reduce) { .busy::before { animation: none; } }
        """
}
