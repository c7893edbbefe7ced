import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import JourneyScreens

struct ScreenFormTests {
    private let screen = Screen(
        id: "s", title: "S",
        fields: [
            Screen.Field(id: "password", label: "Password", kind: .secret),
            Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 4)),
            Screen.Field(id: "name", label: "Name", kind: .text),
            Screen.Field(
                id: "one", label: "One",
                kind: .choice(.one(of: [.init(id: "a", label: "A"), .init(id: "b", label: "B")], chosen: "a"))),
        ], actions: [Screen.Action(id: "go", label: "Go")])

    private func typed(_ form: ScreenForm, _ field: String) -> Secret? {
        guard let field = form.screen.field(field), case .secret(let secret) = form.value(of: field) else { return nil }
        return secret
    }

    @Test("a masked system field: text after the dots is appended, and fewer dots delete")
    func dotted() {
        var form = ScreenForm(screen)
        for text in ["g", "•e", "••h", "•••é", "•••", "•••eim"] { form.typeOver(dotted: text, in: "password") }
        #expect(typed(form, "password")?.hasSameBytes(as: Secret(copying: "geheim".utf8)) == true)
        #expect(form.dotted("password") == "••••••")
        for text in ["•••x•••", "x••••••", "•••••••", "•••x"] {
            form.typeOver(dotted: text, in: "password")
            #expect(form.dots("password") == 6, "\(text)")
        }
        form.typeOver(dotted: "", in: "password")
        #expect(form.dots("password") == 0)
    }

    @Test("choosing another option deselects the first, and a single chosen option stays chosen")
    func choosing() {
        var form = ScreenForm(screen)
        form.toggle("b", in: "one")
        #expect(form.isChosen("b", in: "one") && !form.isChosen("a", in: "one"))
        form.toggle("b", in: "one")
        #expect(form.isChosen("b", in: "one"))
    }

    @Test("an updated screen keeps its fields' values unless a field's kind changed")
    func update() {
        var form = ScreenForm(screen)
        form.replace(with: "Ada", in: "name")
        for scalar in "4711".unicodeScalars { form.type(scalar, into: "pin") }
        var next = screen.with(error: "No")
        form.update(next)
        #expect(form.text("name") == "Ada" && form.dots("pin") == 4)
        next.fields[1].kind = .pin(digits: 6)
        form.update(next)
        #expect(form.text("name") == "Ada" && form.dots("pin") == 0)
        for scalar in "471147".unicodeScalars { form.type(scalar, into: "pin") }
        #expect(form.dots("pin") == 6)
    }

    @Test("control characters are ignored, and texts end at their limit")
    func typing() {
        var form = ScreenForm(screen)
        form.replace(with: "a\u{1B}b\nc", in: "name")
        #expect(form.text("name") == "abc")
        form.replace(with: String(repeating: "x", count: 600), in: "name")
        #expect(form.text("name").count == Screen.Field.textLimit)
    }

    private var pins: Screen {
        Screen(
            id: "pins", title: "P",
            fields: ["old", "new", "again"].map {
                Screen.Field(id: $0, label: $0, kind: .pin(digits: 4), pad: .shuffled)
            }, actions: [Screen.Action(id: "go", label: "Go")])
    }

    @Test("a shuffled pad keeps its order during a screen and gets another for the next")
    func shuffled() {
        let random = Dependencies.fixed().random
        var form = ScreenForm(pins, random: random)
        let orders = pins.fields.map { form.pad($0.id) }
        #expect(Set(orders.map(\.digits)).count == 3 && !orders.contains(.standard))
        form.update(pins.with(error: "No"))
        #expect(pins.fields.map { form.pad($0.id) } == orders)
        #expect(ScreenForm(pins, random: random).pad("old") != orders[0])
        var standard = pins
        standard.fields[0].pad = .standard
        form.update(standard)
        #expect(form.pad("old") == .standard && form.pad("new") == orders[1])
        // Without randomness keys cannot be shuffled, and only PIN fields have them.
        #expect(ScreenForm(pins).pad("old") == .standard)
        #expect(ScreenForm(screen, random: random).pad("password") == .standard)
    }

    @Test("one of several PIN fields has the pad: the next when it is full, or the one that is tapped")
    func openPad() {
        var form = ScreenForm(pins)
        func type(_ digits: String, _ field: String) {
            for scalar in digits.unicodeScalars { form.type(scalar, into: field) }
        }
        #expect(form.openPad == "old")
        type("471", "old")
        #expect(form.openPad == "old")
        type("1", "old")
        #expect(form.openPad == "new")
        form.openPad("again")
        type("4711", "again")
        #expect(form.openPad == "new")
        form.openPad("old")
        #expect(form.openPad == "old")
        form.openPad("nowhere")
        #expect(form.openPad == "old")
        form.clear("old")
        type("4711", "old")
        type("4711", "new")
        #expect(form.openPad == "new" && form.dots("new") == 4)
        var fewer = pins
        fewer.fields.remove(at: 1)
        form.update(fewer)
        #expect(form.openPad == "old")
        #expect(ScreenForm(screen).openPad == "pin" && ScreenForm(Screen(id: "s", title: "S")).openPad == nil)
    }
}
