internal import JourneyBase

extension ScreenPage {
    /// Returns the keys of a PIN with a shuffled pad, for the input `field-N`, which then takes no keyboard. The first PIN of a
    /// screen shows its keys; `ScreenAnswer.pad` moves them to the others.
    func pad(_ field: Screen.Field, _ index: Int) -> String {
        let order = pads[field.id] ?? .standard
        let isOpen = screen.fields.first { $0.kind.isPIN && $0.pad == .shuffled }?.id == field.id
        var rows = order.digits.map { key("\($0)", language.number(Int($0))) }
        rows.insert(key("clear", "✕", label: language(.clear)), at: rows.count - 1)
        rows.append(key("delete", "⌫", label: language(.delete)))
        return """
            <div class="pad" data-pad="field-\(index)" role="group" dir="ltr" \
            aria-label="\(HTMLText.escaped(field.label))"\(isOpen ? "" : " hidden")>
            \(rows.joined(separator: "\n"))
            </div>
            """
    }

    private func key(_ key: String, _ face: String, label: String? = nil) -> String {
        let name = label.map { " aria-label=\"\(HTMLText.escaped($0))\"" } ?? ""
        return "<button type=\"button\" data-key=\"\(key)\"\(name)>\(face)</button>"
    }
}
