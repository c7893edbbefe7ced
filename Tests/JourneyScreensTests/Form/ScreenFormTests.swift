import Foundation
import JourneyBase
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

    @Test("a system's field for secrets holds dots only: what comes after them is typed, fewer of them take back")
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

    @Test("choosing another lets go of the first, and the last of one stays")
    func choosing() {
        var form = ScreenForm(screen)
        form.toggle("b", in: "one")
        #expect(form.isChosen("b", in: "one") && !form.isChosen("a", in: "one"))
        form.toggle("b", in: "one")
        #expect(form.isChosen("b", in: "one"))
    }

    @Test("a screen anew keeps what its fields hold, unless a field became another")
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

    @Test("control characters are not typed, and texts end at their limit")
    func typing() {
        var form = ScreenForm(screen)
        form.replace(with: "a\u{1B}b\nc", in: "name")
        #expect(form.text("name") == "abc")
        form.replace(with: String(repeating: "x", count: 600), in: "name")
        #expect(form.text("name").count == Screen.Field.textLimit)
    }
}
