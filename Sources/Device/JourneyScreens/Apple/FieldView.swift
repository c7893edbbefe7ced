#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// One field of a screen, with its label, hint and error.
struct FieldView: View {
    let field: Screen.Field
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme
    let focus: FocusState<String?>.Binding

    private var language: Language { presenter.language }
    private var label: String { field.isOptional ? "\(field.label) (\(language(.optional)))" : field.label }

    var body: some View {
        VStack(alignment: .leading, spacing: Theme.Space.small.points) {
            if !form.screen.isNamedByTitle(field) {
                Text(verbatim: label).font(look.font(.label)).fontWeight(.semibold).foregroundStyle(look.text)
                    // The input has the same accessibility label.
                    .accessibilityHidden(isTyped)
            }
            if let hint = field.hint {
                Text(verbatim: hint).font(look.font(.label)).foregroundStyle(look.secondaryText)
            }
            input
            // Empty lines keep the place of a fault, so that nothing moves when there is one: two where there is no other field.
            ZStack(alignment: .topLeading) {
                FaultView(text: form.screen.fields.count == 1 ? " \n " : " ", look: look).hidden()
                if let fault { FaultView(text: fault, look: look) }
            }
        }
    }

    /// The fault of the field; that of the screen if there is no other field.
    private var fault: String? {
        if let fault = form.fault, fault.field == field.id {
            return fault.message(on: form.screen, at: presenter.dependencies.now(), in: language)
        }
        return form.screen.fields.count == 1 ? form.screen.inlineError : nil
    }

    private var isTyped: Bool { FieldView.isTyped(field) }

    /// Returns `true` for a field with the system's keyboard.
    static func isTyped(_ field: Screen.Field) -> Bool {
        switch field.kind {
        case .text, .oneTimeCode, .date, .secret: true
        case .pin, .choice, .consent: false
        }
    }

    @ViewBuilder private var input: some View {
        switch field.kind {
        case .text:
            framed(
                TextField("", text: text).keyboardType(keyboard).autocorrectionDisabled()
                    .textInputAutocapitalization(.never))
        case .oneTimeCode(let digits):
            ZStack {
                boxes(digits)
                // The input lies over the boxes, which show what is typed.
                typing(
                    TextField("", text: text).keyboardType(.numberPad).textContentType(.oneTimeCode).opacity(0.02))
            }
            .environment(\.layoutDirection, .leftToRight)
            .accessibilityLabel(label)
        case .date: day()
        case .secret:
            // The system shows no third-party keyboard for it, and leaves it out of screenshots.
            framed(SecureField("", text: secret).textContentType(.password).privacySensitive())
        case .pin(let digits):
            PINDotsView(field: field, digits: digits, presenter: presenter, form: form, look: look)
        case .choice(let choice): ChoiceView(field: field, choice: choice, presenter: presenter, form: form, look: look)
        case .consent(let consent):
            ConsentView(field: field, consent: consent, presenter: presenter, form: form, look: look)
        }
    }

    /// Returns the input in its frame. Its own label is empty; VoiceOver reads the field's label.
    private func framed(_ input: some View) -> some View {
        box(typing(input), isFocused: focus.wrappedValue == field.id)
            .accessibilityLabel(label)
            .accessibilityHint(field.hint ?? "")
    }

    private func box(_ input: some View, isFocused: Bool) -> some View {
        input.font(look.font(.body)).foregroundStyle(look.text).padding(Theme.Space.medium.points)
            .frame(minHeight: Theme.Size.control.points)
            .background(look.fill, in: look.shape(.medium, of: .field))
            .overlay { look.shape(.medium, of: .field).stroke(edge(isFocused)) }
    }

    /// Day, month and year, each with its name and an input of its own. They are side by side, or below one another if the text is
    /// too large.
    private func day() -> some View {
        ViewThatFits(in: .horizontal) {
            HStack(alignment: .top, spacing: Theme.Space.medium.points) { dayParts }
            VStack(alignment: .leading, spacing: Theme.Space.medium.points) { dayParts }
        }
    }

    private var dayParts: some View {
        ForEach(CalendarDay.Part.allCases, id: \.self) { part in
            let id = FieldView.focus(of: field, part)
            VStack(alignment: .leading, spacing: Theme.Space.tight.points) {
                Text(verbatim: language(part.phrase)).font(look.font(.label)).foregroundStyle(look.text)
                    .accessibilityHidden(true)
                box(
                    typing(TextField("", text: text(of: part)).keyboardType(.numberPad), id),
                    isFocused: focus.wrappedValue == id
                )
                .frame(minWidth: Theme.Size.control.points * (part == .year ? 2 : 1.5))
                .accessibilityLabel([label, language(part.phrase)].joined(separator: language.listSeparator))
                .accessibilityHint(field.hint ?? "")
            }
        }
    }

    /// Returns the focus of an input of a date: its first one has the field's.
    private static func focus(of field: Screen.Field, _ part: CalendarDay.Part) -> String {
        part == .day ? field.id : "\(field.id)/\(part.rawValue)"
    }

    /// Returns the input with its focus, the field's by default; its key goes on, to the next input or to the first action.
    private func typing(_ input: some View, _ id: String? = nil) -> some View {
        let typed = form.screen.fields.filter { FieldView.isTyped($0) }.flatMap { field in
            field.kind == .date ? CalendarDay.Part.allCases.map { FieldView.focus(of: field, $0) } : [field.id]
        }
        let own = id ?? field.id
        let next = typed.drop { $0 != own }.dropFirst().first
        return input.focused(focus, equals: own).submitLabel(next == nil ? .go : .next)
            .onSubmit {
                if let next {
                    focus.wrappedValue = next
                } else if let action = form.screen.orderedActions.first(where: \.role.submits) {
                    presenter.press(action.id)
                }
            }
    }

    private func edge(_ isFocused: Bool) -> Color {
        if fault != nil { return look.danger }
        return isFocused ? look.accent(of: .field) : look.border
    }

    private func boxes(_ digits: Int) -> some View {
        let typed = Array(form.text(field.id))
        let edge = edge(focus.wrappedValue == field.id)
        return HStack(spacing: Theme.Space.small.points) {
            ForEach(Array(0..<digits), id: \.self) { place in
                Text(verbatim: place < typed.count ? String(typed[place]) : " ").font(look.font(.digits))
                    .foregroundStyle(look.text)
                    .frame(maxWidth: .infinity, minHeight: Theme.Size.header.points)
                    .background(look.fill, in: look.shape(.small, of: .field))
                    .overlay { look.shape(.small, of: .field).stroke(place == typed.count ? edge : look.border) }
            }
        }
        .accessibilityHidden(true)
    }

    private var text: Binding<String> {
        Binding(
            get: { @MainActor in presenter.form?.text(field.id) ?? "" },
            set: { @MainActor text in presenter.form?.replace(with: text, in: field.id) })
    }

    private func text(of part: CalendarDay.Part) -> Binding<String> {
        Binding(
            get: { @MainActor in presenter.form?.text(field.id, part) ?? "" },
            set: { @MainActor text in presenter.form?.replace(with: text, in: field.id, part) })
    }

    /// The binding of a secret field, whose text is dots: input is taken at once, and the system keeps at most the last
    /// character.
    private var secret: Binding<String> {
        Binding(
            get: { @MainActor in presenter.form?.dotted(field.id) ?? "" },
            set: { @MainActor text in presenter.form?.typeOver(dotted: text, in: field.id) })
    }

    private var keyboard: UIKeyboardType {
        switch field.keyboard {
        case .plain: .default
        case .number: .decimalPad
        case .phone: .phonePad
        case .email: .emailAddress
        }
    }
}
#endif
