import Foundation
import JourneyBase
import Testing

@testable import JourneyScreens

/// Drawings as a user sees them, without colours.
struct DrawingTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func picture(_ id: String, _ language: Language, columns: Int) throws -> String {
        let screen = try #require(ScreenGallery.screens(in: language, now: now).first { $0.id == id })
        let form = ScreenForm(screen)
        return ScreenDrawing(form, focus: Target.all(of: screen).first, columns: columns, language: language, now: now)
            .lines.map(\.text).joined(separator: "\n")
    }

    @Test("consent on a narrow terminal")
    func narrowConsent() throws {
        #expect(
            try picture("consent", .english, columns: 30) == """
                Corner Shop is requesting
                your data

                  What you'll share
                  Driving licence
                › [x] 18 or over (required)
                      To sell you alcohol
                      → Yes
                  [x] Photo (required, will
                      be kept)
                      To compare it with your
                      face
                  [ ] Family name
                  Membership
                  [ ] Level (will be kept)

                  [ Share ]
                  [ Decline ]
                """)
    }

    @Test("a one-time code on a wide terminal has its text on the left and its fields on the right")
    func wideCode() throws {
        let gap = String(repeating: " ", count: 51 - 29)
        let clock = String(repeating: " ", count: 51 - 27)
        #expect(
            try picture("one-time-code", .english, columns: 100)
                == """
                Enter the code

                We've sent a code to •••• 21.\(gap)  Code
                \(String(repeating: " ", count: 51))› [ ] [ ] [ ] [ ] [ ] [ ]
                The code is valid for 4:59\(clock) \

                \(String(repeating: " ", count: 51))  [ Confirm ]
                \(String(repeating: " ", count: 51))  Send code again in 25 seconds
                \(String(repeating: " ", count: 51))  [ Back ]
                """.replacingOccurrences(of: "\(clock) \n", with: "\n"))
    }

    @Test("a typed code is shown in the language's digits, with and without boxes")
    func typedCode() throws {
        let screen = Question.oneTimeCode(digits: 6, sentTo: "•••• ২১").screen(.bengali)
        var form = ScreenForm(screen)
        form.replace(with: "4০9", in: "code")
        func drawn(_ columns: Int) -> String {
            ScreenDrawing(form, focus: nil, columns: columns, language: .bengali, now: now).lines.map(\.text).joined()
        }
        #expect(drawn(60).contains("[৪] [০] [৯] [ ] [ ] [ ]"))
        #expect(drawn(20).contains("৪০৯___"))
        #expect(form.text("code") == "409")
    }

    @Test("an Arabic one-time code is one column at any width, in logical order and Arabic digits")
    func arabicCode() throws {
        #expect(
            try picture("one-time-code", .arabic, columns: 120) == """
                أدخل الرمز

                أرسلنا رمزًا إلى •••• 21.

                الرمز صالح لمدة ٤:٥٩

                  الرمز
                › [ ] [ ] [ ] [ ] [ ] [ ]

                  [ تأكيد ]
                  إعادة إرسال الرمز بعد ٢٥ ثانية
                  [ رجوع ]
                """)
    }

    @Test("a PIN pad and a card in Bengali")
    func bengali() throws {
        #expect(
            try picture("pin", .bengali, columns: 40) == """
                আপনার পিন দিন

                  পিন
                › ○ ○ ○ ○  ০/৪

                  [ এগিয়ে যান ]
                  [ ফিরে যান ]
                """)
        let card = try picture("card", .bengali, columns: 40).split(separator: "\n")
        #expect(card[1] == "╭─────────────────────────────────────╮")
        #expect(Set(card[1...5].map { TextWidth.of($0) }) == [39])
        #expect(card[3].hasPrefix("│ •••• •••• •••• 4242 "))
    }

    @Test(
        "a countdown warns from half a minute on, with a mark and not by colour alone",
        arguments: [
            (31, nil, "31 seconds left", RenderedLine.Kind.dim), (30, nil, "! 30 seconds left", .warning),
            (30, "Valid for", "! Valid for 0:30", .warning), (31, "Valid for", "Valid for 0:31", .label),
            (0, "Valid for", "Time is up", .warning),
        ] as [(Double, String?, String, RenderedLine.Kind)])
    func warning(seconds: Double, label: String?, text: String, kind: RenderedLine.Kind) {
        let countdown = Screen.Countdown(label, ends: now.addingTimeInterval(seconds))
        let lines = BodyDrawing(language: .english, width: 40, now: now).lines(.countdown(countdown))
        #expect(lines.map(\.text) == [text])
        #expect(lines.first?.pieces.last?.kind == kind)
    }

    @Test(
        "no row is wider than its terminal, in any language, on any screen", arguments: Language.allCases,
        [20, 40, 80, 140])
    func widths(language: Language, columns: Int) {
        for screen in ScreenGallery.screens(in: language, now: now) {
            let drawing = ScreenDrawing(ScreenForm(screen), focus: nil, columns: columns, language: language, now: now)
            for line in drawing.lines { #expect(line.width < columns, "\(screen.id): \(line.text)") }
        }
    }

    @Test("a QR code keeps its quiet zone and every module, or is replaced by text where it does not fit")
    func code() throws {
        let modules = try #require(GalleryPictures.code)
        let rows = CodeDrawing.lines(modules).map { Array($0.text) }
        #expect(rows.count == 17 && rows.allSatisfy { $0.count == 33 })
        for row in 0..<34 {
            for column in 0..<33 {
                let isLight = (row % 2 == 0 ? "█▀" : "█▄").contains(rows[row / 2][column])
                #expect(isLight == !modules.isDark(column - 4, row - 4))
            }
        }
        #expect(try picture("present", .english, columns: 33).contains("Needs a window 33 columns wide"))
        #expect(try picture("present", .english, columns: 34).contains("█████"))
    }

    @Test("rows of a right-to-left language are isolated only where the terminal reorders text")
    func isolates() {
        func row(_ language: Language, _ reorders: Bool) -> String {
            TerminalStyle(colours: .none, theme: .standard, language: language, reordersText: reorders)
                .row(RenderedLine("x"))
        }
        #expect(row(.arabic, true) == "\u{2067}x\u{2069}")
        #expect(row(.arabic, false) == "x" && row(.english, true) == "x" && row(.bengali, true) == "x")
    }

    @Test("the theme's measured colour pairs are used")
    func colours() {
        let style = TerminalStyle(colours: .all, theme: .standard, language: .english, reordersText: false)
        #expect(style.row(RenderedLine("x", .primary)) == "\u{1B}[1;38;2;255;255;255;48;2;15;76;92mx\u{1B}[0m")
    }

    @Test("a long screen starts at its top, then follows the focus, and scrolling stops at its ends")
    func viewport() {
        let start = Viewport(count: 50, height: 10, focus: 45, follows: false, pages: 0)
        #expect(start.top == 0 && !start.shows(45) && start.scroll == 0...5)
        #expect(Viewport(count: 50, height: 10, focus: 45, follows: true, pages: 0).top == 40)
        #expect(Viewport(count: 50, height: 10, focus: 45, follows: true, pages: -99).top == 0)
        #expect(Viewport(count: 50, height: 10, focus: 45, follows: false, pages: 99).top == 40)
        #expect(Viewport(count: 5, height: 10, focus: 4, follows: true, pages: 3).top == 0)
    }

    @Test("an action out of view is not pressed: Enter scrolls first")
    func unseen() {
        var form = KeyForm(Screen(id: "s", title: "S", actions: [Screen.Action(id: "go", label: "Go")]))
        form.shown(scroll: 0...3, isInView: false)
        #expect(form.press(.enter, at: now) == nil && form.scroll == 1)
        form.shown(scroll: 0...3, isInView: true)
        #expect(form.press(.enter, at: now)?.action == "go")
    }
}
