#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// A PIN pad with its own keys, so that no keyboard, the system's or another's, sees a PIN. The digits go from the key into
/// locked memory. Of several PINs on a screen, one shows its keys; a tap on another one's dots moves them there.
struct PINPadView: View {
    let field: Screen.Field
    let digits: Int
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme

    private var language: Language { presenter.language }
    private var isOpen: Bool { form.openPad == field.id }

    var body: some View {
        VStack(spacing: 16) {
            Button {
                presenter.form?.openPad(field.id)
            } label: {
                dots
            }
            .buttonStyle(.plain)
            .accessibilityLabel(field.label)
            .accessibilityValue(language(.digitsEntered(form.dots(field.id), of: digits)))
            .accessibilityAddTraits(isOpen ? [.isSelected, .updatesFrequently] : [])
            if isOpen { keys }
        }
        .privacySensitive()
    }

    private var dots: some View {
        HStack(spacing: 12) {
            ForEach(Array(0..<digits), id: \.self) { place in
                Circle().fill(place < form.dots(field.id) ? look.accent : look.border.opacity(0.4))
                    .frame(width: 14, height: 14)
            }
        }
        .frame(maxWidth: .infinity, minHeight: 44)
        .overlay { look.shape.stroke(isOpen ? look.accent : look.border) }
        .contentShape(look.shape)
    }

    private var keys: some View {
        let order = form.pad(field.id).digits
        return LazyVGrid(columns: Array(repeating: GridItem(), count: 3), spacing: 12) {
            ForEach(order.dropLast(), id: \.self) { digit in key(digit) }
            symbol("xmark", language(.clear)) { presenter.form?.clear(field.id) }
            ForEach(order.suffix(1), id: \.self) { digit in key(digit) }
            symbol("delete.left", language(.delete)) { presenter.form?.deleteLast(of: field.id) }
        }
        // A pad's rows run in the same direction in every language.
        .environment(\.layoutDirection, .leftToRight)
    }

    private func key(_ digit: UInt8) -> some View {
        Button {
            presenter.form?.type(Unicode.Scalar(0x30 + digit), into: field.id)
        } label: {
            face(Text(verbatim: language.number(Int(digit))).font(look.font(.title2)))
        }
        .buttonStyle(KeyStyle())
        .accessibilityLabel(language.number(Int(digit)))
        .accessibilityAddTraits(.isKeyboardKey)
    }

    private func symbol(_ name: String, _ label: String, _ act: @escaping @MainActor () -> Void) -> some View {
        Button(action: act) { face(Image(systemName: name)) }
            .buttonStyle(.plain)
            .accessibilityLabel(label)
    }

    private func face(_ view: some View) -> some View {
        view.foregroundStyle(look.text)
            .frame(maxWidth: .infinity, minHeight: 56)
            .background(look.surface, in: look.shape)
            .contentShape(look.shape)
    }
}

/// A key that looks the same while pressed, so that no picture of the screen reveals it.
private struct KeyStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View { configuration.label }
}
#endif
