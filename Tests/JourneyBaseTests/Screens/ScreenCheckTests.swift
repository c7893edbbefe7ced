import Foundation
import JourneyBase
import Testing

/// Valid answers for each element, and their near misses.
struct ScreenCheckTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func fault(_ kind: Screen.Field.Kind, _ value: ScreenAction.Value?, isOptional: Bool = false)
        -> AnswerError?
    {
        let screen = Screen(
            id: "s", title: "S", fields: [Screen.Field(id: "f", label: "F", kind: kind, isOptional: isOptional)],
            actions: [Screen.Action(id: "go", label: "Go")])
        do throws(AnswerError) {
            try screen.check(ScreenAction(action: "go", values: value.map { ["f": $0] } ?? [:]), at: now)
            return nil
        } catch { return error }
    }

    private static func secret(_ text: String) -> ScreenAction.Value { .secret(Secret(copying: text.utf8)) }

    @Test(
        "a one-time code is validated",
        arguments: [
            ("123456", nil), ("000000", nil), ("12345", AnswerError.digitsNeeded(field: "f", count: 6)),
            ("1234567", .digitsNeeded(field: "f", count: 6)), ("12345a", .digitsNeeded(field: "f", count: 6)),
            ("12345O", .digitsNeeded(field: "f", count: 6)), (" 12345", .digitsNeeded(field: "f", count: 6)),
            ("+12345", .digitsNeeded(field: "f", count: 6)), ("١٢٣٤٥٦", .digitsNeeded(field: "f", count: 6)),
            ("", .digitsNeeded(field: "f", count: 6)),
        ])
    func oneTimeCode(text: String, expected: AnswerError?) {
        #expect(fault(.oneTimeCode(digits: 6), .text(text)) == expected)
    }

    @Test(
        "a PIN is validated",
        arguments: [
            ("4711", nil), ("471", AnswerError.digitsNeeded(field: "f", count: 4)),
            ("47111", .digitsNeeded(field: "f", count: 4)), ("471x", .digitsNeeded(field: "f", count: 4)),
            ("৪", .digitsNeeded(field: "f", count: 4)), ("", .digitsNeeded(field: "f", count: 4)),
        ])
    func pin(text: String, expected: AnswerError?) {
        #expect(fault(.pin(digits: 4), Self.secret(text)) == expected)
    }

    @Test(
        "a date is validated",
        arguments: [
            ("1990-02-28", nil), ("2028-02-29", nil), ("28 February 1990", nil), ("২৮ ফেব্রুয়ারি ১৯৯০", nil),
            ("2027-02-29", AnswerError.dateNeeded(field: "f")), ("28/02/1990", .dateNeeded(field: "f")),
            ("1990-2-28", .dateNeeded(field: "f")), ("1990-13-01", .dateNeeded(field: "f")),
            ("1899-12-31", .dateNeeded(field: "f")), ("", .dateNeeded(field: "f")), (" ", .dateNeeded(field: "f")),
        ])
    func date(text: String, expected: AnswerError?) {
        #expect(fault(.date, .text(text)) == expected)
        #expect(fault(.date, .text(text), isOptional: true) == (text.isEmpty ? nil : expected))
    }

    @Test("a secret has one byte at least and its limit at most")
    func secret() {
        let limit = Screen.Field.secretLimit
        #expect(fault(.secret, Self.secret("x")) == nil)
        #expect(fault(.secret, Self.secret(String(repeating: "x", count: limit))) == nil)
        #expect(
            fault(.secret, Self.secret(String(repeating: "x", count: limit + 1))) == .tooLong(field: "f", limit: limit))
        #expect(fault(.secret, Self.secret("")) == .missing(field: "f"))
    }

    @Test("a text has one character at least and its limit at most")
    func text() {
        let limit = Screen.Field.textLimit
        #expect(fault(.text, .text(String(repeating: "é", count: limit))) == nil)
        #expect(fault(.text, .text(String(repeating: "é", count: limit + 1))) == .tooLong(field: "f", limit: limit))
        #expect(fault(.text, "") == .missing(field: "f"))
    }

    @Test("an optional value may be missing or empty, a required one may not")
    func optional() {
        let kinds: [(Screen.Field.Kind, ScreenAction.Value)] = [
            (.text, ""), (.oneTimeCode(digits: 6), ""), (.date, ""), (.pin(digits: 4), Self.secret("")),
            (.secret, Self.secret("")),
        ]
        for (kind, empty) in kinds {
            #expect(fault(kind, nil, isOptional: true) == nil && fault(kind, empty, isOptional: true) == nil)
            #expect(fault(kind, nil) == .missing(field: "f") && fault(kind, empty) != nil)
        }
        #expect(fault(.pin(digits: 4), Self.secret("471"), isOptional: true) != nil)
    }

    @Test("a value of another kind is refused")
    func wrongKind() {
        let values: [ScreenAction.Value] = ["4711", Self.secret("4711"), .chosen(["4711"])]
        let kinds: [(Screen.Field.Kind, Int)] = [
            (.text, 0), (.oneTimeCode(digits: 4), 0), (.pin(digits: 4), 1), (.secret, 1),
            (.choice(.one(of: [Screen.Choice.Option(id: "4711", label: "A")])), 2),
            (.consent(Screen.Consent(groups: [.init(title: "G", items: [.init(id: "4711", label: "A")])])), 2),
        ]
        for (kind, right) in kinds {
            for (index, value) in values.enumerated() {
                #expect(fault(kind, value) == (index == right ? nil : .wrongKind(field: "f")))
            }
        }
    }

    @Test(
        "a choice is validated",
        arguments: [
            (["a"], 1...1, nil), ([], 1...1, .tooFewChosen(field: "f", least: 1)),
            (["a", "b"], 1...1, .tooManyChosen(field: "f", most: 1)),
            (["d"], 1...1, .notOffered(field: "f", option: "d")), (["A"], 1...1, .notOffered(field: "f", option: "A")),
            ([], 0...3, nil), (["a", "b", "c"], 0...3, nil), (["a"], 2...3, .tooFewChosen(field: "f", least: 2)),
            (["a", "d"], 2...3, .notOffered(field: "f", option: "d")),
        ] as [(Set<String>, ClosedRange<Int>, AnswerError?)])
    func choice(chosen: Set<String>, counts: ClosedRange<Int>, expected: AnswerError?) {
        let options = ["a", "b", "c"].map { Screen.Choice.Option(id: $0, label: $0) }
        #expect(fault(.choice(.several(of: options, counts: counts)), .chosen(chosen)) == expected)
        if chosen.isEmpty { #expect(fault(.choice(.several(of: options, counts: counts)), nil) == expected) }
    }

    @Test(
        "consent",
        arguments: [
            (["age"], nil), (["age", "name"], nil), (["name"], .itemRequired(field: "f", item: "age")),
            ([], .itemRequired(field: "f", item: "age")),
            (["age", "portrait"], .notOffered(field: "f", option: "portrait")),
        ] as [(Set<String>, AnswerError?)])
    func consent(given: Set<String>, expected: AnswerError?) {
        let groups = [
            Screen.Consent.Group(title: "A", items: [.init(id: "age", label: "Age", isRequired: true)]),
            Screen.Consent.Group(title: "B", items: [.init(id: "name", label: "Name", isRetained: true)]),
        ]
        #expect(fault(.consent(Screen.Consent(groups: groups)), .chosen(given)) == expected)
    }

    @Test("actions must be offered, in time, and submit only their own fields")
    func actions() throws {
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown(ends: now.addingTimeInterval(10)))],
            fields: [Screen.Field(id: "f", label: "F", kind: .text)],
            actions: [
                Screen.Action(id: "go", label: "Go"), Screen.Action(id: "drop", label: "Drop", role: .destructive),
                Screen.Action(id: "other", label: "Other", role: .secondary),
                Screen.Action(id: "again", label: "Again", role: .resend, availableFrom: now.addingTimeInterval(5)),
            ])
        func fault(_ action: String, _ values: [String: ScreenAction.Value] = [:], after: TimeInterval = 0)
            -> AnswerError?
        {
            do throws(AnswerError) {
                try screen.check(ScreenAction(action: action, values: values), at: now.addingTimeInterval(after))
                return nil
            } catch { return error }
        }
        #expect(fault("go") == .missing(field: "f") && fault("drop") == .missing(field: "f"))
        #expect(fault("go", ["f": "x"]) == nil && fault("go", ["f": "x", "g": "x"]) == .unknownField("g"))
        #expect(fault("other") == nil && fault("Go") == .unknownAction("Go"))
        #expect(fault(Screen.back) == .unknownAction(Screen.back))
        #expect(
            fault("again") == .tooEarly(action: "again") && fault("again", after: 4.9) == .tooEarly(action: "again"))
        #expect(fault("again", after: 5) == nil)
        #expect(fault(Screen.cancelled) == nil)
        #expect(fault(Screen.expired, after: 9.9) == .notExpired && fault(Screen.expired, after: 10) == nil)
    }

    @Test("the next automatic change of a screen is a whole number of seconds before an end")
    func nextChange() throws {
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown(ends: now.addingTimeInterval(2.25)))])
        var moments: [TimeInterval] = []
        var moment = now
        while let next = screen.nextChange(after: moment) {
            moments.append(next.timeIntervalSince(now))
            moment = next
        }
        #expect(moments == [0.25, 1.25, 2.25])
        #expect(screen.isExpired(at: moment))
        #expect(Screen(id: "s", title: "S").nextChange(after: now) == nil)
    }

    @Test("impossible values are refused")
    func bounds() {
        #expect(Screen.ModuleMatrix(side: 2, dark: [true, false, true]) == nil)
        #expect(Screen.ModuleMatrix(side: 0, dark: []) == nil)
        #expect(Screen.ModuleMatrix(side: 178, dark: Array(repeating: true, count: 178 * 178)) == nil)
        #expect(Screen.PNGImage([0x89, 0x50, 0x4E, 0x47]) == nil)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(Screen.PNGImage(png) != nil)
        #expect(Screen.PNGImage(png + [UInt8](repeating: 0, count: Screen.PNGImage.limit)) == nil)
        for digits in ["424", "42424", "424x", "٤٢٤٢", "4111111111111111"] {
            #expect(Screen.Card(name: "C", lastFour: digits) == nil)
        }
        #expect(Screen.Progress(fraction: .nan).fraction == nil && Screen.Progress(fraction: 2).fraction == 1)
        #expect(Screen.Progress(fraction: 0.999).percent == 99)
    }

    @Test("secrets in answers are compared by their bytes and never printed")
    func secretsInAnswers() {
        let one = ScreenAction(action: "go", values: ["pin": Self.secret("4711")])
        #expect(one == ScreenAction(action: "go", values: ["pin": Self.secret("4711")]))
        #expect(one != ScreenAction(action: "go", values: ["pin": Self.secret("4712")]))
        #expect(one != ScreenAction(action: "go", values: ["pin": "4711"]))
        var dumped = ""
        dump(one, to: &dumped)
        #expect(!"\(one)\(dumped)".contains("4711"))
    }
}
