import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import JourneyWeb

@Suite("Screen page")
struct ScreenPageTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// The signature of a PNG file.
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test("all text is escaped", arguments: ["<script>x</script>", "\" onclick=\"x", "a'b", "&amp;", "\u{0}\u{1}x"])
    func escaped(text: String) throws {
        let screen = Screen(
            id: text, title: text, text: text, inlineError: text,
            body: [
                .notice(Screen.Notice(.info, text)),
                .countdown(Screen.Countdown(text, ends: now.addingTimeInterval(5))),
                .progress(Screen.Progress(text, fraction: 0.5)),
                .card(try #require(Screen.Card(name: text, lastFour: "4242", holder: text, expiry: text))),
                .code(Screen.Code(try #require(Screen.ModuleMatrix(side: 1, dark: [true])), alternative: text)),
                .picture(Screen.Picture(try #require(Screen.PNGImage(png)), alternative: text)),
                .amount(Screen.Amount(label: text, value: text)),
                .details(Screen.Details(title: text, [Screen.Detail(text, text, note: text, kind: .reference)])),
                .outcome(Screen.Outcome(.refused, text, reference: Screen.Detail(text, text), nextStep: text)),
                .document(
                    Screen.Document(
                        title: text, portrait: Screen.Portrait(png, alternative: text),
                        entries: [Screen.Detail(text, text)])),
                .pass(Screen.Pass(issuer: text, title: text, fields: [Screen.Detail(text, text)])), .empty(text),
            ],
            fields: [
                Screen.Field(id: text, label: text, kind: .text, hint: text),
                Screen.Field(
                    id: text, label: text,
                    kind: .choice(.one(of: [Screen.Choice.Option(id: text, label: text, detail: text)]))),
                Screen.Field(
                    id: text, label: text,
                    kind: .consent(
                        Screen.Consent(groups: [
                            .init(
                                title: text, detail: text,
                                items: [.init(id: text, label: text, purpose: text, value: text)])
                        ]))),
            ], actions: [Screen.Action(id: text, label: text)])
        let html = ScreenPage(screen, now: now).html()
        #expect(!html.contains("<script") && !html.contains("onclick=\"x"))
        #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!text.contains("&amp;") || html.ranges(of: "&amp;amp;").count >= 44)
    }

    @Test("the page's policy allows only its own style and embedded images")
    func contentPolicy() {
        let html = ScreenPage(Screen(id: "a", title: "A"), now: now).html()
        #expect(html.contains("default-src 'none'; img-src data:; style-src 'sha256-"))
        #expect(!html.contains("unsafe-inline") && !html.contains("style=\"") && !html.contains("http:"))
    }

    @Test("the style sheet is the same for each screen of a theme, and its policy allows it")
    func oneStyle() {
        let style = ScreenStyle(.standard)
        let screens = ["a", "b"].map { ScreenPage(Screen(id: $0, title: $0), style: style, now: now).html() }
        for html in screens { #expect(html.contains("<style>\(style.sheet)</style>") && html.contains(style.policy)) }
        #expect(ScreenPage(Screen(id: "a", title: "a"), now: now).html() == screens[0])
    }

    @Test("a style sheet has no comment and no empty space, and texts in quotes stay as they are")
    func compact() {
        #expect(ScreenStyle.compact("a { b: c; }  /* d */\n  e {\n f: g }") == "a { b: c; } e { f: g }")
        let quoted = "a::before { content: \"/*  x  */\"; }"
        #expect(ScreenStyle.compact(quoted) == quoted)
        #expect(ScreenStyle.compact("a/**/b/*/*/c /* d") == "abc ")
        for language in Language.allCases {
            let sheet = ScreenStyle(.standard, language).sheet
            #expect(!sheet.contains("/*") && !sheet.contains("  ") && !sheet.contains("\n"))
            #expect(sheet.contains("@font-face") == (language == .arabic))
        }
    }

    @Test("a screen without anything to type has its content in the middle, and one with a typed field at the top")
    func layout() throws {
        for (id, layout) in [
            ("waiting", "middle brief"), ("failed", "middle brief"), ("empty", "middle brief"),
            ("permissions", "middle brief"), ("sending", "middle brief"), ("receipt", "middle"), ("card", "middle"),
            ("consent", "middle"), ("account", "middle"), ("pin", ""), ("sign-in", ""), ("dates", ""),
        ] {
            let screen = try #require(ScreenGallery.screens(in: .english, now: now).first { $0.id == id })
            #expect(ScreenPage(screen, now: now).html().contains("novalidate class=\"\(layout)\""), "\(id)")
        }
    }

    @Test("text that may run against the page has a mark of direction, and other text has none")
    func directions() {
        func html(_ text: String, _ language: Language) -> String {
            ScreenPage(Screen(id: "a", title: "A", text: text), language: language, now: now).html()
        }
        for text in ["شقة", "Rent שלום", "\u{200F}1", "\u{2067}a\u{2069}"] {
            #expect(html(text, .english).contains("id=\"body-0\" dir=\"auto\""), "\(text)")
        }
        #expect(!html("Miete für Mai, £1 – ভাড়া 家賃", .english).contains(" dir=\"auto\""))
        #expect(!html("ভাড়া", .bengali).contains(" dir=\"auto\""))
        #expect(html("Rent", .arabic).contains("id=\"body-0\" dir=\"auto\""))
        // A text that looks like the mark stays.
        #expect(html(" dir=\"auto\"", .english).contains(" dir=&quot;auto&quot;"))
    }

    @Test("a screen that is drawn in a loaded document is the same form, without style and policy of its own")
    func replacement() throws {
        let page = ScreenPage(Screen(id: "a", title: "<A>", text: "T"), now: now)
        let parts = page.replacement(drawing: 7, document: 3)
        let form = try #require(parts["html"]?.string)
        #expect(page.html(drawing: 7).contains(form) && form.hasPrefix("<form") && form.hasSuffix("</form>"))
        #expect(!form.contains("<style") && !form.contains("<meta"))
        #expect(parts["title"]?.string == "<A>" && parts["drawing"]?.string == "7" && parts["loaded"]?.string == "3")
    }

    @Test("a reference breaks between groups of four, a code after underscores, and a word not at all")
    func reference() {
        let value = "HBHSFVDH4FKG A_B issuer-profile"
        let details = Screen.Details([Screen.Detail("Reference", value, kind: .reference)])
        let html = ScreenPage(Screen(id: "a", title: "A", body: [.details(details)]), now: now).html()
        #expect(html.contains("HBHS<wbr>FVDH<wbr>4FKG A_<wbr>B issuer-profile"))
        let marked = Screen.Details([Screen.Detail("Reference", "\u{2068}HBHSFVDH\u{2069}", kind: .reference)])
        let arabic = ScreenPage(
            Screen(id: "a", title: "A", body: [.details(marked)]), language: .arabic, now: now
        ).html()
        #expect(arabic.contains("\u{2068}HBHS<wbr>FVDH\u{2069}"))
    }

    @Test("a sign stays with its amount, and a point between two facts at the end of its line")
    func wholeTexts() {
        let html = ScreenPage(Screen(id: "a", title: "A", text: "1 May · −€2.50"), now: now).html()
        #expect(html.contains("1 May<span class=\"dot\">\u{A0}· </span>−\u{2060}€2.50"))
    }

    @Test("fields have labels, and errors and progress are announced")
    func accessible() {
        let html = ScreenPage(
            Screen(
                id: "a", title: "A", inlineError: "Wrong.", body: [.progress(Screen.Progress())],
                fields: [Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6))]), now: now
        ).html()
        for part in [
            "<label for=\"field-0\" class=\"hidden\">Code</label>", "id=\"field-0\"", "role=\"alert\"",
            "aria-invalid=\"true\"",
            "aria-busy=\"true\"", "role=\"status\"", "lang=\"en\" dir=\"ltr\"", "autocomplete=\"one-time-code\"",
            "aria-describedby=\"error fault-0 hint-0\"",
        ] { #expect(html.contains(part), "\(part)") }
    }

    @Test("the page declares its language and direction and contains its texts", arguments: Language.allCases)
    func language(language: Language) {
        for screen in ScreenGallery.screens(in: language, now: now) {
            let html = ScreenPage(screen, language: language, now: now).html()
            #expect(html.contains("<html lang=\"\(language.tag)\" dir=\"\(language == .arabic ? "rtl" : "ltr")\">"))
        }
        let busy = ScreenPage(
            Screen(id: "a", title: "A", body: [.progress(Screen.Progress())]), language: language, now: now)
        #expect(busy.html().contains(language(.pleaseWait)))
    }

    @Test("the page uses the theme's colours, corners, text size, font and logo")
    func theme() throws {
        let picture = Screen.Picture(try #require(Screen.PNGImage(png)), alternative: "Example Bank")
        var dark = Theme.standard.dark
        dark.accent = Theme.Color(0x12F0A0)
        let theme = try Theme(
            light: Theme.standard.light, dark: dark, cornerRadius: 2.5, fontScale: 1.25, fontFamily: "Noto Sans",
            logo: picture)
        let html = ScreenPage(Screen(id: "a", title: "A"), theme: theme, now: now).html()
        for part in [
            "--accent: #0f4c5c;", "--accent: #12f0a0;", "--radius-medium: 2.50px", "font-size: 125%", "\"Noto Sans\", ",
            "alt=\"Example Bank\"",
        ] { #expect(html.contains(part), "\(part)") }
    }

    @Test("the submitting action is the first button, which Enter presses")
    func firstButton() {
        let screen = Screen(
            id: "a", title: "A", actions: [.back("Back"), Screen.Action(id: "go", label: "Go")])
        #expect(ScreenPage(screen, now: now).actions.map(\.id) == ["go", "back"])
    }

    @Test("only changed parts are replaced, in order, and obsolete ones are removed")
    func change() throws {
        func screen(_ fraction: Double, _ body: [Screen.Block] = []) -> Screen {
            Screen(
                id: "a", title: "A", body: [.progress(Screen.Progress("B", fraction: fraction))] + body,
                fields: [Screen.Field(id: "f", label: "F", kind: .text)],
                actions: [Screen.Action(id: "go", label: "Go")])
        }
        func parts(_ screen: Screen) -> [ScreenPart] { ScreenPage(screen, now: now).parts }
        let start = parts(screen(0))
        #expect(ScreenPart.change(from: start, to: start) == nil)
        let moved = try #require(ScreenPart.change(from: start, to: parts(screen(0.5))))
        #expect(moved["layout"]?.string == "")
        #expect(moved["gone"]?.array == [] && moved["parts"]?.array?.compactMap { $0["id"]?.string } == ["body-0"])
        let longer = parts(screen(0, [.text("C")]))
        let more = try #require(ScreenPart.change(from: start, to: longer))
        #expect(more["parts"]?.array?.compactMap { $0["after"]?.string } == ["body-0"])
        #expect(ScreenPart.change(from: longer, to: start)?["gone"]?.array == ["body-1"])
    }

    @Test("a shuffled pad has its keys in its order and no keyboard; only the first of several is open")
    func pads() throws {
        let screen = try #require(ScreenGallery.screens(in: .bengali, now: now).first { $0.id == "new-pin" })
        let order = PINPadLayout(.shuffled, random: Dependencies.fixed().random)
        let html = ScreenPage(screen, language: .bengali, now: now, pads: ["new": order]).html()
        let keys = html.matches(of: /data-key="(\w+)"[^>]*>(.)/).map { (String($0.output.1), $0.output.2) }
        #expect(keys.count == 24 && keys.prefix(9).map(\.0) == order.digits.prefix(9).map { "\($0)" })
        #expect(keys[9].0 == "clear" && keys[11].0 == "delete" && keys[10].0 == "\(order.digits[9])")
        #expect(keys.dropFirst(12).prefix(3).map(\.0) == ["1", "2", "3"])
        #expect(keys.dropFirst(12).prefix(3).map(\.1) == ["১", "২", "৩"])
        #expect(html.ranges(of: " readonly").count == 2)
        #expect(html.contains("data-pad=\"field-0\" role=\"group\" dir=\"ltr\" aria-label=\"পিন\">"))
        #expect(html.contains("data-pad=\"field-1\"") && html.ranges(of: " hidden>").count == 1)
        // A standard pad is for fingers; a keyboard works as well.
        let plain = ScreenPage(Question.pin(digits: 4).screen(.english), now: now).html()
        #expect(plain.contains("data-key=\"9\"") && !plain.contains("readonly") && plain.contains("inputmode=\"none\""))
    }
}
