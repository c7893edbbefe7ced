internal import JourneyBase

extension ScreenPage {
    /// Returns the keys of the PIN in the input `field-N`. An input with a shuffled pad takes no keyboard. The first PIN of a
    /// screen shows its keys; `ScreenAnswer.pad` shows those of the others in the same place.
    func pad(_ field: Screen.Field, _ index: Int) -> String {
        let order = pads[field.id] ?? .standard
        let isOpen = screen.fields.first { $0.kind.isPIN }?.id == field.id
        var rows = order.digits.map { key("\($0)", language.number(Int($0))) }
        // A cross would be read as the way out.
        rows.insert(
            key("clear", "<span class=\"word\">\(HTMLText.escaped(language(.clear)))</span>"), at: rows.count - 1)
        rows.append(key("delete", ScreenIcon.erase.svg(), label: language(.delete)))
        return """
            <div class="pad" id="pad-\(index)" data-pad="field-\(index)" role="group" dir="ltr" \
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
