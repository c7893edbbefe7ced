import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Sensitive names")
struct SensitiveNameTests {
    @Test(
        "names of card data, PINs, codes and passwords are refused wherever a payload has names",
        arguments: ["pan", "cvv", "pin", "otp", "password", "cardNumber", "oneTimeCode"])
    func payloadNames(name: String) {
        let places: [(path: String, value: JSONValue?, place: String)] = [
            ("steps confirm params \(name)", "x", "steps.confirm.params.\(name)"),
            (
                "steps confirm params more", .array([["a": .object([name: 1])]]),
                "steps.confirm.params.more[0].a.\(name)"
            ),
            ("steps done result \(name)", "string", "steps.done.result.\(name)"),
            ("steps pay bindings 0 out \(name)", "string", "steps.pay.bindings[0].out.\(name)"),
            ("steps pay bindings 0 in \(name)", "steps.form.to", "steps.pay.bindings[0].in.\(name)"),
            ("steps pay bindings 0 in to", .string("payload.\(name)"), "steps.pay.bindings[0].in.to"),
            ("steps form bindings 0 call argsFrom", .string("event.\(name)"), "steps.form.bindings[0].call.argsFrom"),
            ("steps form on submit 0 guardExpr", .string("has(payload.\(name))"), "steps.form.on.submit[0].guardExpr"),
        ]
        for (path, value, place) in places {
            let manifest = TestManifest.manifest.setting(path, to: value).compactBytes
            let found = Lint.check(manifest, openAPI: TestManifest.openAPI.compactBytes)
                .filter { $0.rule == .sensitiveField }
            #expect(found.map(\.path) == [place])
            #expect(found.map(\.severity) == [.error])
        }
    }
}
