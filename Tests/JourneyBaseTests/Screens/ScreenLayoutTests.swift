import Foundation
import Testing

@testable import JourneyBase

struct ScreenLayoutTests {
    private func screen(_ body: [Screen.Block] = [], _ actions: [Screen.Action]) -> Screen {
        Screen(id: "s", title: "S", body: body, actions: actions)
    }

    private let pay = Screen.Action(id: "pay", label: "Pay")
    private let cancel = Screen.Action(id: "cancel", label: "Cancel", role: .cancel)

    @Test("exits are in the header while another action exists")
    func places() {
        let reload = Screen.Action(id: Screen.refresh, label: "Reload", role: .secondary)
        let resend = Screen.Action(id: "resend", label: "Again", role: .resend)
        let all = screen([], [pay, cancel, .back("Back"), reload, resend])
        #expect(all.orderedActions.map(all.place) == [.footer, .header, .header, .header, .content])
        #expect(screen([], [cancel]).place(of: cancel) == .footer)
        #expect(screen([], [cancel, .back("Back")]).place(of: cancel) == .footer)
    }

    @Test("one button is prominent: the first that submits, or the way on from an outcome")
    func prominent() {
        let remove = Screen.Action(id: "remove", label: "Remove", role: .destructive)
        let all = screen([], [cancel, pay, remove])
        #expect(all.actions.filter(all.isProminent).map(\.id) == ["pay"])
        #expect(!screen([.progress(.init())], [cancel]).isProminent(cancel))
        #expect(screen([.outcome(.init(.done, "D"))], [cancel]).isProminent(cancel))
    }

    @Test("progress is shown above the title when nothing is to be decided")
    func work() {
        #expect(screen([.progress(.init())], [cancel]).showsWork)
        #expect(!screen([.progress(.init(fraction: 0.5))], [cancel]).showsWork)
        #expect(!screen([.progress(.init())], [pay]).showsWork)
        #expect(!screen([.text("T"), .progress(.init())], [cancel]).showsWork)
    }

    @Test("a few sentences are brief; what is filled in or looked through is not")
    func brief() throws {
        let now = Date(timeIntervalSince1970: 1_000)
        let brief: [Screen.Block] = [
            .text("T"), .notice(.init(.info, "N")), .outcome(.init(.done, "D")), .countdown(.init(ends: now)),
            .progress(.init()), .empty("E"),
        ]
        for block in brief { #expect(screen([block], [cancel]).isBrief) }
        #expect(screen(brief, []).isBrief && screen([], [cancel]).isBrief)
        let modules = try #require(Screen.ModuleMatrix(side: 1, dark: [true]))
        for block: Screen.Block in [
            .points(.init("P", ["p"])), .amount(.init(label: "A", value: "1")), .details(.init([])),
            .code(.init(modules, alternative: "C")), .document(.init(title: "D", portrait: nil, entries: [])),
            .card(try #require(.init(name: "C", lastFour: "4242"))), .pass(.init(issuer: "I", title: "P", fields: [])),
        ] { #expect(!screen([.text("T"), block], [cancel]).isBrief) }
        var asking = screen([.text("T")], [pay])
        asking.fields = [Screen.Field(id: "f", label: "F", kind: .text)]
        #expect(!asking.isBrief)
    }

    @Test("a screen takes typing if one of its fields is typed, and not for a choice alone")
    func typing() {
        let choice = Screen.Field.Kind.choice(.one(of: [.init(id: "o", label: "O")]))
        func asks(_ kinds: [Screen.Field.Kind]) -> Bool {
            var screen = screen([.text("T")], [pay])
            screen.fields = kinds.enumerated().map { Screen.Field(id: "f\($0)", label: "F", kind: $1) }
            return screen.takesTyping
        }
        for kind: Screen.Field.Kind in [.text, .oneTimeCode(digits: 6), .date, .pin(digits: 4), .secret] {
            #expect(asks([kind]) && asks([choice, kind]), "\(kind)")
        }
        #expect(!asks([]) && !asks([choice]) && !asks([.consent(.init(groups: []))]))
    }

    @Test("an empty place is one only without anything else to look through")
    func emptyPlace() {
        #expect(screen([.empty("E"), .text("T")], [cancel]).isEmptyPlace)
        #expect(!screen([.empty("E"), .details(.init([]))], [cancel]).isEmptyPlace)
        #expect(!screen([.outcome(.init(.done, "D"))], [cancel]).isEmptyPlace)
    }

    @Test("a countdown ends soon from 30 seconds on, and not when it is over", arguments: [31, 30, 1, 0])
    func soon(seconds: Double) {
        let now = Date(timeIntervalSince1970: 1_000)
        let timed = screen([.countdown(.init(ends: now.addingTimeInterval(seconds)))], [pay])
        #expect(timed.isEndingSoon(at: now) == (1...30).contains(seconds))
        #expect(!screen([.text("T")], [pay]).isEndingSoon(at: now))
    }

    @Test("a block that repeats the title is a fault")
    func repeats() {
        for block: Screen.Block in [
            .progress(.init("S")), .text("S"), .notice(.init(.info, "S")), .outcome(.init(.done, "S")), .empty("S"),
        ] { #expect(screen([block], []).complaints.count == 1) }
        #expect(screen([.progress(.init("T")), .text("U")], []).complaints == [])
    }

    @Test("bytes that are not a whole picture give a portrait without one")
    func portraits() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 100) + [0xFF, 0xD9]
        #expect(Screen.Portrait(jpeg, alternative: "P").mediaType == "image/jpeg")
        for bytes in [[], [0xFF, 0xD8, 0xFF], Array(jpeg.dropLast()), [UInt8](repeating: 1, count: 200)] {
            let portrait = Screen.Portrait(bytes, alternative: "P")
            #expect(portrait.mediaType == nil && portrait.bytes.isEmpty)
        }
        #expect(
            Screen.Portrait(jpeg + [UInt8](repeating: 0, count: Screen.Portrait.limit), alternative: "P").mediaType
                == nil)
    }

    @Test("a code's countdown ends its question, and its elapsed share is known")
    func countdown() throws {
        let now = Date(timeIntervalSince1970: 1_000)
        let modules = try #require(Screen.ModuleMatrix(side: 1, dark: [true]))
        let countdown = Screen.Countdown(ends: now.addingTimeInterval(30), lasting: 120)
        let all = screen([.code(.init(modules, alternative: "C", countdown: countdown))], [cancel])
        #expect(!all.isExpired(at: now) && all.isExpired(at: now.addingTimeInterval(30)))
        #expect(all.nextChange(after: now) == now.addingTimeInterval(1))
        #expect(countdown.share(at: now) == 0.25 && Screen.Countdown(ends: now).share(at: now) == nil)
    }

    @Test("a screen's facts are its text, and banners and outcomes its statements")
    func texts() {
        let all = screen(
            [
                .outcome(.init(.done, "Sent.", reference: .init("Reference", "R1"), nextStep: "Nothing to do.")),
                .amount(.init(label: "Amount", value: "GBP 1.00")),
                .details(.init(title: "Terms", [.init("To", "Amelia", note: "checked")])),
                .points(.init("Rules", ["One"])), .notice(.init(.info, "Note.")),
            ], [])
        #expect(
            all.text
                == "Reference: R1\nNothing to do.\nAmount: GBP 1.00\nTerms\nTo: Amelia · checked\nRules\n• One")
        #expect(all.statements == ["Sent.", "Note."])
    }
}
