import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// The style sheet of a theme's pages in one language, made of its tokens, and the policy that allows it. It is made once for each
/// theme and language.
///
/// Sizes depend on the person's text size (`rem`), except for distances to the display's edges: large text needs the width of a
/// small display. Directions are logical, so that right-to-left pages need no rules of their own.
struct ScreenStyle: Sendable {
    let sheet: String
    /// The content security policy, which allows this sheet and inline pictures alone: no script, no request, no frame, no form
    /// target.
    let policy: String

    init(_ theme: Theme, _ language: Language = .english) {
        sheet = ScreenStyle.compact(ScreenStyle.sheet(theme, language))
        let hash = Data(SHA256.hash(Array(sheet.utf8))).base64EncodedString()
        policy = "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; form-action 'none'; base-uri 'none'"
    }

    private static func sheet(_ theme: Theme, _ language: Language) -> String {
        // Lengths of media queries ignore the theme's text scale.
        let (wide, high) = (Theme.styleNumber(37.5 * theme.fontScale), Theme.styleNumber(32 * theme.fontScale))
        let (large, largest) = (Theme.styleNumber(14 * theme.fontScale), Theme.styleNumber(8 * theme.fontScale))
        return """
            \(theme.styleVariables)
            :root { font-size: \(Theme.styleNumber(theme.fontScale * 100))%; }
            \(language == .arabic && theme.fontFamily == nil ? arabicLetters : "")
            body { font: var(--body); }
            \(rules)
            \(controls)
            \(components)
            @media (max-width: \(large)em) {
            \(withLargeText)
            }
            @media (max-width: \(largest)em) {
            \(withLargestText)
            }
            @media (min-height: \(high)em) { #footer { position: sticky; bottom: 0; } }
            @media (min-width: \(wide)em) {
            \(onWideDisplays)
            }
            @media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important;
                transition: none !important; } }
            """
    }

    /// One font for Arabic letters and the spaces between them: the engine draws a word with marks too low or too high if the
    /// space after it comes from another font, as in `جارٍ` and `أولًا`.
    private static let arabicLetters = """
        @font-face { font-family: Arabic; src: local("DejaVu Sans"); unicode-range: U+20, U+A0, U+600-6FF; }
        @font-face { font-family: Arabic; font-weight: 700; src: local("DejaVu Sans Bold"); unicode-range: U+20, U+A0, U+600-6FF; }
        :root { --family: Arabic, Inter, "DejaVu Sans", system-ui, sans-serif; }
        """

    /// Returns `sheet` without comments, and with one space for several: each page carries and reads it whole.
    static func compact(_ sheet: String) -> String {
        var (out, rest) = ([UInt8](), Array(sheet.utf8)[...])
        var quote: UInt8?
        while let byte = rest.popFirst() {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") {
                var before: UInt8 = 0
                rest.removeFirst()
                while let next = rest.popFirst(), before != UInt8(ascii: "*") || next != UInt8(ascii: "/") {
                    before = next
                }
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
                if let last = out.last, last != UInt8(ascii: " ") { out.append(UInt8(ascii: " ")) }
                continue
            }
            out.append(byte)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static let rules = """
        * { box-sizing: border-box; }
        html, body { margin: 0; min-height: 100%; }
        body { background: var(--surface); color: var(--text); overflow-wrap: anywhere; }
        form { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--surface); }
        #header { padding: 0 var(--edge) var(--space-small); }
        #content { flex: 1; padding: var(--space-small) var(--edge) var(--space-regular); }
        #content > * { margin: 0 0 var(--space-regular); }
        #footer { padding: var(--space-small) var(--edge) max(var(--space-regular), env(safe-area-inset-bottom));
            background: var(--surface); box-shadow: 0 -8px 12px -4px var(--surface); display: flex; flex-wrap: wrap;
            gap: var(--space-small); }
        #footer:empty { display: none; }
        #footer > * { flex: 1 1 100%; min-width: 0; }
        #bar { min-height: var(--size-header); display: flex; flex-wrap: wrap; align-items: center;
            gap: var(--space-small); }
        #bar .gap { flex: 1; }
        /* Without anything to type, the content stands in the middle, between the bar and the actions. */
        .middle #header { display: contents; }
        .middle :is(#bar, #title) { margin-inline: var(--edge); }
        .middle #title { margin-top: auto; padding-bottom: var(--space-small); }
        .middle #content { flex: none; margin-bottom: auto; }
        /* A few sentences have centered lines. */
        .brief #title { padding-top: var(--space-small); }
        .brief :is(#title, #content) { text-align: center; }
        .brief .symbol { margin-inline: auto; }
        .brief :is(dl, .notice) { text-align: start; }
        .brief .countdown { justify-content: center; }
        /* Large text needs the width for words: a title grows less than the body, and never below it. */
        h1 { margin: 0; font: var(--title); font-size: min(1.625rem, max(1.0625rem, 13vw)); line-height: 1.231; letter-spacing: -0.01em; text-wrap: balance; }
        /* It takes the focus of a new screen without a field, so that it is read. */
        h1:focus { outline: none; }
        /* Spacing tears joined letters and their marks apart. */
        :root:not([lang="en"]) :is(h1, .amount .value) { letter-spacing: normal; }
        h2 { margin: 0 0 var(--space-small); font: var(--heading); }
        /* Text of another direction keeps the edge of its column. */
        [dir="auto"] { text-align: match-parent; }
        p { margin: 0; }
        .text, .lead, .hint, .empty p, .words, .words > span, label, legend, .progress > span { text-wrap: balance; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        [hidden] { display: none !important; }
        .logo img { display: block; max-width: 100%; height: min(1.75rem, 11vw); object-fit: contain; }
        .icon { width: 1.5rem; height: 1.5rem; flex: none; display: block; fill: none; stroke: currentColor;
            stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
        [dir="rtl"] .mirrored { transform: scaleX(-1); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        @keyframes turn { to { transform: rotate(360deg); } }
        """

    private static let controls = """
        button { font: var(--body); font-weight: 650; color: var(--accent); background: none;
            border: 1px solid transparent; cursor: pointer; position: relative; }
        .primary, .secondary, .destructive { min-height: var(--size-control); padding: var(--space-small) min(var(--space-regular), 5vw);
            border-radius: var(--radius-button); }
        .primary { background: var(--button); color: var(--on-button); --ink: var(--on-button); }
        .destructive { background: var(--danger); color: var(--on-danger); --ink: var(--on-danger); }
        .secondary { border-color: var(--border); }
        /* One filled button on a screen. */
        .primary ~ .destructive { background: none; color: var(--danger); border-color: var(--danger);
            --ink: var(--danger); }
        /* Beside one another, or below if one of them needs a second line. */
        #footer .secondary { flex: 1 1 max-content; }
        .resend { display: block; text-align: start; min-height: var(--size-target); padding: var(--space-small) 0; }
        .link { min-height: var(--size-target); padding: 0; }
        .round { width: min(var(--size-target), 72px); height: min(var(--size-target), 72px); padding: 0; display: grid;
            place-items: center; border-radius: 50%; margin-inline: calc(min(var(--size-target), 72px) * -0.36)
            calc(min(min(var(--size-target), 72px) * 0.36, var(--edge)) * -1); }
        .round .icon { width: min(1.5rem, 40px); height: min(1.5rem, 40px); }
        button:disabled { cursor: default; color: var(--soft); }
        [aria-disabled="true"] { opacity: 0.55; pointer-events: none; }
        [aria-busy="true"]:is(button) { color: transparent; pointer-events: none; }
        [aria-busy="true"]:is(button)::after { content: ""; position: absolute; inset: 0; margin: auto; width: 1.375rem;
            height: 1.375rem; border-radius: 50%; border: 3px solid var(--ink, var(--accent)); border-inline-end-color: transparent;
            animation: turn var(--turn) linear infinite; }
        .field > .fault { min-height: var(--space-large); padding-top: var(--space-tight); }
        #content > .field { margin-bottom: var(--space-small); }
        /* One line of a fault takes the place that is reserved for it. */
        #content > .field:has(+ .error:not([hidden])) { margin-bottom: var(--space-tight); }
        .field:has(+ .error:not([hidden])) .fault:empty { display: none; }
        label { display: block; margin: 0 0 var(--space-small); font: var(--label); font-weight: 650; }
        .hint, .mark, .note { color: var(--soft); font: var(--label); }
        p.hint { margin: 0 0 var(--space-small); }
        input { font: inherit; color: inherit; }
        :is(.field, .part) > input { width: 100%; min-height: var(--size-control); padding: var(--space-small) var(--space-regular);
            background: var(--fill); border: 1px solid var(--border); border-radius: var(--radius-field); }
        :is(.field, .part) > input:focus { outline: 2px solid var(--field); outline-offset: -1px; background: var(--surface); }
        :is(.field, .part) > input[aria-invalid="true"] { outline: 2px solid var(--danger); outline-offset: -1px; }
        .cells { position: relative; }
        .cells input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; border: 0; padding: 0; }
        .cells > div { display: flex; justify-content: center; gap: 8px; container-type: inline-size; }
        .boxes span { flex: 1 1 0; min-width: 0; height: min(3.5rem, 22vw); display: grid; place-items: center; background: var(--fill);
            border: 1px solid var(--border); border-radius: var(--radius-box); font-size: min(1.5rem, 9cqi);
            font-variant-numeric: tabular-nums; }
        .boxes input:focus + div .next { outline: 2px solid var(--field); outline-offset: -1px; background: var(--surface); }
        .dots > div { gap: min(var(--space-regular), 5vw); align-items: center; min-height: var(--size-target);
            border-radius: var(--radius-medium); }
        .dots span { aspect-ratio: 1; border-radius: 50%; border: 2px solid var(--border); flex: 0 1 min(1rem, 8vw); }
        .dots .full { background: var(--accent); border-color: var(--accent); }
        .dots.open .next { border-color: var(--accent); }
        .dots input:focus-visible + div .next { outline: 3px solid var(--accent); outline-offset: 3px; }
        #content:has(.dots) { display: flex; flex-direction: column; }
        #content > .field:has(.dots):not(.field ~ .field), #content > .error:has(+ .field .dots) { margin-top: auto; }
        #content > .error:not([hidden]) + .field:has(.dots) { margin-top: 0; }
        #content > .error:has(+ .field .dots) { padding: 0; text-align: center; }
        #content > .error:has(+ .field .dots) .icon { position: static; display: inline-block; vertical-align: text-bottom;
            margin-inline-end: var(--space-small); }
        #content > .field:has(.dots):not(:has(~ .field, ~ .error:not([hidden]))) { margin-bottom: auto; }
        #content > .field:has(.dots) + .error { margin-bottom: auto; }
        .field:has(.dots) > label { text-align: center; margin: 0; }
        .field:has(.dots) > .fault, .field:has(.dots) + .error { text-align: center; }
        .cells:has([aria-invalid="true"]) span { border-color: var(--danger); }
        .boxes:has([aria-invalid="true"]) .next { outline-color: var(--danger) !important; }
        .pad:not([hidden]) { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--space-small);
            margin: 0 0 var(--space-medium); width: 100%; }
        :root[lang="ar"] .pad button { font-size: min(1.75rem, 12vw); font-weight: 650; }
        .pad .word { font: var(--label); font-size: min(0.9375rem, 4.4vw); }
        .pad button { min-height: var(--size-control); padding: 0; display: grid; place-items: center; font: var(--digits);
            color: var(--text); background: var(--fill); border-radius: var(--radius-sheet); }
        fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
        legend { padding: 0; margin: 0 0 var(--space-small); font: var(--label); font-weight: 650; }
        .parts { display: flex; flex-wrap: wrap; gap: var(--space-medium); }
        .part { flex: 0 1 4.25rem; margin: 0; font: inherit; font-variant-numeric: tabular-nums; }
        .part.year { flex-basis: 6.5rem; }
        .part > span { display: block; margin: 0 0 var(--space-tight); font: var(--label); color: var(--soft); }
        fieldset h2 { margin-top: var(--space-regular); }
        .options { border: 1px solid var(--line); border-radius: var(--radius-medium); overflow: hidden; }
        .options > * + * { border-top: 1px solid var(--line); }
        legend:has(~ h2) { margin: 0 0 var(--space-tight); }
        .option { display: flex; gap: min(var(--space-medium), 3vw); align-items: center; margin: 0;
            min-height: var(--size-control); padding: var(--space-medium) min(var(--space-regular), 4vw); font: inherit; cursor: pointer; }
        .options > :has(input:checked), .option:has(input:checked) { background: var(--accent-tint); }
        .option .words { min-width: 0; flex: 1; }
        .option .hint { display: block; white-space: pre-line; }
        .option input { flex: none; width: 1.375rem; height: 1.375rem; margin: 0; appearance: none; display: grid; place-items: center;
            background: var(--surface); border: 2px solid var(--border); border-radius: var(--radius-small); }
        .option input[type="radio"] { border-radius: 50%; }
        .option input:checked { background: var(--accent); border-color: var(--accent); }
        .option input:checked::before { content: ""; width: 70%; height: 70%; background: var(--on-accent);
            clip-path: polygon(8% 52%, 22% 38%, 40% 56%, 78% 14%, 92% 28%, 40% 84%); }
        .option input[type="radio"]:checked::before { width: 45%; height: 45%; border-radius: 50%; clip-path: none; }
        .mark { display: inline-block; border-radius: var(--radius-small); padding: 0 var(--space-small);
            font: var(--caption); background: var(--surface); border: 1px solid var(--border); }
        label > .mark, legend > .mark { border: 0; padding: 0; }
        .marks { display: flex; flex-wrap: wrap; gap: 6px; margin-top: var(--space-tight); }
        summary { min-height: var(--size-target); display: flex; align-items: center; color: var(--accent); cursor: pointer;
            font: var(--label); }
        .item { display: flex; flex-wrap: wrap; align-items: center; }
        .item > .option { flex: 1 1 min(12rem, 100%); }
        .item > details { padding: 0 min(var(--space-regular), 4vw); margin-inline-start: auto; }
        .item > details[open] { flex: 1 1 100%; padding-inline-start: calc(1.375rem + var(--space-regular) + var(--space-medium)); }
        details p { padding-bottom: var(--space-medium); }
        """

    private static let components = """
        .text { color: var(--soft); white-space: pre-line; }
        .points ul { margin: var(--space-tight) 0 0; padding-inline-start: 1.25rem; }
        .points li + li { margin-top: var(--space-tight); }
        .error, .fault { color: var(--danger); font: var(--label); }
        .error { position: relative; padding-inline-start: calc(1.25rem + min(var(--space-small), 4vw)); }
        #content > .error:not([hidden]) { margin-bottom: var(--space-large); }
        #content > .field:not(:has(.dots)) + .error:not([hidden]) { margin-bottom: var(--space-small); }
        .error .icon { width: 1.25rem; height: 1.25rem; position: absolute; inset-inline-start: 0; }
        .field:has(.dots) + .error { padding: 0; }
        .field:has(.dots) + .error .icon { position: static; display: inline-block; vertical-align: text-bottom;
            margin-inline-end: var(--space-small); }
        .notice { display: flex; flex-wrap: wrap; gap: var(--space-small) var(--space-medium); align-items: flex-start; padding: var(--space-medium) min(var(--space-regular), 4vw);
            border-radius: var(--radius-medium); }
        .notice .words { min-width: 0; flex: 1 1 5.5rem; }
        .notice + .notice { margin-top: calc(var(--space-small) * -1); }
        .notice .sign { display: block; flex: none; }
        .info { background: var(--accent-tint); }
        .success { background: var(--success-tint); }
        .warning { background: var(--warning-tint); }
        .bad { background: var(--danger-tint); }
        .info > .sign, .symbol.info { color: var(--accent); }
        .success > .sign, .symbol.success { color: var(--success); }
        .warning > .sign, .symbol.warning { color: var(--warning); }
        .bad > .sign, .symbol.bad { color: var(--danger); }
        .symbol { width: min(var(--size-symbol), 96px); height: min(var(--size-symbol), 96px); border-radius: 50%; display: grid; place-items: center;
            margin-bottom: var(--space-regular); }
        .symbol.none { background: var(--fill); color: var(--soft); }
        .symbol .icon { width: min(2rem, 48px); height: min(2rem, 48px); stroke-width: 2.5; }
        .symbol.busy, .turning { border-radius: 50%; border: 3px solid var(--line); border-top-color: var(--accent);
            animation: turn var(--turn) linear infinite; }
        .symbol.busy { border-width: 4px; }
        .turning { flex: none; width: 1.5rem; height: 1.5rem; }
        .busy:not(.symbol) { display: flex; gap: var(--space-medium); align-items: center; font-weight: 650; }
        /* Work that begins on a screen moves nothing that stands in its middle. */
        .middle #content > .busy:last-child { margin-bottom: -1.5rem; }
        .amount { padding: var(--space-small) 0; }
        .amount .label { display: block; color: var(--soft); font: var(--label); }
        .amount .value { display: block; font: var(--amount); font-size: min(2.5rem, 15vw); line-height: 1.2;
            letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
        /* Number and currency fit on one line. */
        .amount .long { font-size: min(2.5rem, 12vw); }
        dl { margin: 0; padding: var(--space-tight) min(var(--space-regular), 4vw); background: var(--fill);
            border: 1px solid var(--line); border-radius: var(--radius-medium); }
        .row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-regular);
            padding: var(--space-medium) 0; }
        .row + .row { border-top: 1px solid var(--line); }
        dt { color: var(--soft); flex: 0 1 auto; }
        /* At the end of its name's line, or at the start of its own. */
        dd { margin: 0; flex: 0 1 auto; min-width: 0; font-variant-numeric: tabular-nums; }
        .row:has(.note) dt { color: var(--text); }
        .note { display: block; }
        .row.total dt, .row.total dd { color: var(--text); font-weight: 650; }
        .outcome > * + * { margin-top: var(--space-medium); }
        .picture img { max-width: 100%; display: block; border-radius: var(--radius-medium); }
        .panel { display: grid; justify-items: center; gap: var(--space-regular); }
        .paper { background: #fff; padding: 8px; border-radius: var(--radius-large); width: min(100%, 17.5rem);
            border: 1px solid var(--line); }
        .paper .code { width: 100%; display: block; }
        .advice { display: flex; gap: var(--space-small); color: var(--soft); font: var(--label); }
        .panel .countdown { justify-content: center; }
        .advice .icon { width: min(1.25rem, 10vw); height: min(1.25rem, 10vw); stroke-width: 1.75; }
        .countdown { display: flex; gap: var(--space-small); align-items: flex-start; color: var(--soft);
            font-variant-numeric: tabular-nums; }
        .countdown strong { font-weight: 650; color: var(--text); }
        .countdown svg { width: 1.5rem; height: 1.5rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; }
        .countdown .ring circle { stroke: var(--line); stroke-width: 3; }
        .countdown .ring .rest { stroke: var(--accent); transform: rotate(-90deg); transform-origin: center; }
        .countdown.soon, .countdown.soon strong { color: var(--warning); }
        .countdown.soon .rest { stroke: var(--warning); }
        .progress { display: flex; flex-wrap: wrap; justify-content: space-between; gap: var(--space-small) var(--space-medium); }
        .progress progress { flex: 1 1 100%; width: 100%; height: 0.5rem; appearance: none; border: 0;
            border-radius: 1rem; overflow: hidden; background: var(--line); }
        progress::-webkit-progress-bar { background: var(--line); }
        progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; }
        .percent { font-variant-numeric: tabular-nums; color: var(--soft); }
        .card { display: flex; flex-direction: column; width: 100%; min-height: min(17.25rem, 56vw);
            padding: min(var(--space-large), 6vw); border-radius: var(--radius-card); background: var(--card);
            color: var(--on-card); }
        .card img { display: block; max-width: 100%; margin: 0 0 var(--space-medium); border-radius: var(--radius-small); }
        .card p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: var(--space-tight) var(--space-regular); }
        .card .product { font: var(--heading); align-items: center; }
        .card em { font: var(--caption); border: 1px solid currentColor;
            border-radius: var(--radius-small); padding: 0 var(--space-small); }
        .card .number { margin: auto 0 var(--space-medium); padding-top: var(--space-medium); font-size: min(1.375rem, 6.2vw);
            line-height: 1.4; letter-spacing: 0.04em; justify-content: flex-start; white-space: nowrap; }
        .card .name { display: block; font: var(--caption); }
        .document { border: 1px solid var(--line); border-radius: var(--radius-large); overflow: hidden; }
        .document .head { display: flex; flex-wrap: wrap; gap: var(--space-regular); align-items: center;
            padding: min(var(--space-regular), 5vw); }
        .document h2 { margin: 0; flex: 1 1 8rem; }
        .document dl { border: 0; border-radius: 0; }
        .portrait { width: 5.5rem; aspect-ratio: 4 / 5; object-fit: cover; border-radius: var(--radius-small);
            background: var(--fill); border: 1px solid var(--line); color: var(--soft); display: grid; place-items: center; }
        .portrait .icon { width: 60%; height: auto; stroke-width: 1.5; }
        .pass { border: 1px solid var(--line); border-radius: var(--radius-pass); overflow: hidden; }
        .pass .top { padding: var(--space-medium) min(var(--space-regular), 5vw); background: var(--pass); color: var(--on-pass);
            font: var(--heading); }
        .pass h2 { padding: min(var(--space-regular), 5vw) min(var(--space-regular), 5vw) 0; }
        .pass dl { background: none; border: 0; }
        .pass .panel { padding: min(var(--space-regular), 5vw); }
        .empty { display: grid; justify-items: center; gap: var(--space-regular); color: var(--soft); }
        .empty .sign { width: min(var(--size-symbol), 96px); height: min(var(--size-symbol), 96px); border-radius: 50%; display: grid;
            place-items: center; background: var(--fill); }
        """

    /// Large text on a small display: values stand below their names, and what has one line elsewhere gets more.
    private static let withLargeText = """
        .card .number { font-size: min(1.375rem, 11vw); white-space: normal; }
        p, button, label, legend, .words > span { text-wrap: balance; }
        .option { flex-wrap: wrap; }
        .option .words { flex: 1 1 min(7rem, 100%); }
        .item > details { flex: 1 1 100%; padding-bottom: var(--space-small); }
        .busy:not(.symbol) { flex-wrap: wrap; }
        .middle #content > .busy:last-child { margin-bottom: var(--space-regular); }
        .pad .word { font-size: 6.5vw; line-height: 1.2; }
        /* A date that is longer than a line breaks between its parts. */
        dd { -webkit-nbsp-mode: space; }
        """

    /// The largest text on a small display: distances shrink, so that ordinary words fit.
    ///
    /// An English word that is longer than a line gets a hyphen where the system has patterns for it; other languages' words fit.
    /// A title needs no dots after a word of work, whose sign stands above it. No-break spaces would tear the words beside them; in Bengali they keep a negation with its verb, and fit.
    private static let withLargestText = """
        :root { --edge: 3.5vw; }
        :root:not([lang="bn"]) :is(body, li), button { -webkit-nbsp-mode: space; }
        :root[lang="en"] body { -webkit-hyphens: auto; -webkit-hyphenate-limit-before: 6; -webkit-hyphenate-limit-after: 4; }
        :is(.amount, .reference dd, .number) { -webkit-hyphens: manual; }
        h1 { letter-spacing: -0.03em; }
        h2 { letter-spacing: -0.045em; }
        :root:not([lang="en"]) h2 { letter-spacing: normal; }
        .trail { display: none; }
        .logo { margin-block: 2vw; }
        .brief #title { margin-inline: 2vw; }
        :is(dl, .notice, .option, .item > details, .document .head, .pass .top, .pass h2, .pass .panel, .card) {
            padding-inline: 3vw; }
        .primary, .secondary, .destructive { padding-inline: 2vw; }
        .amount .value { font-size: 17.5vw; }
        /* The currency has the line below the number, as its unit. */
        .amount .unit { font-size: 0.6em; }
        /* Facts that a point separates have a line each. */
        .dot { display: block; height: 0; overflow: hidden; }
        .row.total dd { letter-spacing: -0.02em; }
        .card .number { font-size: 14vw; }
        .points ul { padding-inline-start: 0.75em; }
        :is(.advice, .countdown) { flex-wrap: wrap; }
        :is(.advice, .countdown) > span { flex: 1 1 100%; }
        .panel .countdown { justify-content: flex-start; }
        .error { padding-inline-start: 0; }
        .error .icon { position: static; margin-bottom: var(--space-tight); }
        #content > .error:has(+ .field .dots) .icon, #content > .field:has(.dots) + .error .icon {
            display: block; margin: 0 auto var(--space-tight); }
        .pad:not([hidden]) { gap: 3vw; }
        .pad .word { font-size: 8.5vw; padding-inline: 2vw; }
        """

    /// The sheet on a tablet or a desktop: one column above a quiet surface.
    private static let onWideDisplays = """
        /* Here, the sheet is as high as its content. */
        .middle #content > .busy:last-child { margin-bottom: var(--space-regular); }
        body { background: var(--page); }
        form { width: var(--size-column); margin: clamp(24px, 9vh, 96px) auto 24px; min-height: min(34rem, 80vh);
            border-radius: var(--radius-sheet); box-shadow: var(--shadow); }
        #footer { border-radius: 0 0 var(--radius-sheet) var(--radius-sheet); }
        """
}
