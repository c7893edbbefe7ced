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

    private var language: Language { presenter.language }
    private var label: String { field.isOptional ? "\(field.label) (\(language(.optional)))" : field.label }

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: label).font(look.font(.headline)).foregroundStyle(look.text)
                // The input has the same accessibility label.
                .accessibilityHidden(isTyped)
            if let hint = field.hint {
                Text(verbatim: hint).font(look.font(.footnote)).foregroundStyle(look.secondaryText)
            }
            input
            if let fault = form.fault, fault.field == field.id {
                FaultView(
                    text: fault.message(on: form.screen, at: presenter.dependencies.now(), in: language), look: look)
            }
        }
    }

    private var isTyped: Bool {
        switch field.kind {
        case .text, .oneTimeCode, .secret: true
        case .pin, .choice, .consent: false
        }
    }

    @ViewBuilder private var input: some View {
        switch field.kind {
        case .text:
            framed(
                TextField("", text: text).keyboardType(keyboard).autocorrectionDisabled()
                    .textInputAutocapitalization(.never))
        case .oneTimeCode:
            framed(
                TextField("", text: text).keyboardType(.numberPad).textContentType(.oneTimeCode)
                    .environment(\.layoutDirection, .leftToRight))
        case .secret:
            // The system shows no third-party keyboard for it, and leaves it out of screenshots.
            framed(SecureField("", text: secret).textContentType(.password).privacySensitive())
        case .pin(let digits):
            PINPadView(field: field, digits: digits, presenter: presenter, form: form, look: look)
        case .choice(let choice): ChoiceView(field: field, choice: choice, presenter: presenter, form: form, look: look)
        case .consent(let consent):
            ConsentView(field: field, consent: consent, presenter: presenter, form: form, look: look)
        }
    }

    /// Returns the input in its frame. Its own label is empty; VoiceOver reads the field's label.
    private func framed(_ input: some View) -> some View {
        input.font(look.font(.body)).foregroundStyle(look.text).padding(12)
            .background(look.surface, in: look.shape)
            .overlay { look.shape.stroke(form.fault?.field == field.id ? look.danger : look.border) }
            .accessibilityLabel(label)
            .accessibilityHint(field.hint ?? "")
    }

    private var text: Binding<String> {
        Binding(
            get: { @MainActor in presenter.form?.text(field.id) ?? "" },
            set: { @MainActor text in presenter.form?.replace(with: text, in: field.id) })
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
