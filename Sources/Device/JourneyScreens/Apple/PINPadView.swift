#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// The dots of a PIN. Of several PINs on a screen, one is typed; a tap on another one's dots gives it the keys.
struct PINDotsView: View {
    let field: Screen.Field
    let digits: Int
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme

    private var language: Language { presenter.language }
    private var isOpen: Bool { form.openPad == field.id }

    var body: some View {
        Button {
            presenter.form?.openPad(field.id)
        } label: {
            dots
        }
        .buttonStyle(.plain)
        .accessibilityLabel(field.label)
        .accessibilityValue(language(.digitsEntered(form.dots(field.id), of: digits)))
        .accessibilityAddTraits(isOpen ? [.isSelected, .updatesFrequently] : [])
        .privacySensitive()
    }

    private var dots: some View {
        HStack(spacing: Theme.Space.regular.points) {
            ForEach(Array(0..<digits), id: \.self) { place in
                Circle().fill(place < form.dots(field.id) ? look.accent : .clear)
                    .overlay { Circle().stroke(place == form.dots(field.id) && isOpen ? look.accent : look.border) }
                    .frame(width: 16, height: 16)
            }
        }
        .frame(maxWidth: .infinity, minHeight: Theme.Size.target.points)
        .contentShape(Rectangle())
    }
}

/// The keys of a PIN pad, so that no keyboard, the system's or another's, sees a PIN. The digits go from the key into locked
/// memory. The keys of all PINs of a screen have one place, above its actions.
struct PINKeysView: View {
    let field: Screen.Field
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme

    private var language: Language { presenter.language }

    var body: some View { keys.privacySensitive() }

    private var keys: some View {
        let order = form.pad(field.id).digits
        return LazyVGrid(columns: Array(repeating: GridItem(), count: 3), spacing: Theme.Space.small.points) {
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
            face(Text(verbatim: language.number(Int(digit))).font(look.font(.digits)))
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
            .frame(maxWidth: .infinity, minHeight: Theme.Size.control.points)
            .background(look.fill, in: look.shape(.sheet))
            .contentShape(look.shape(.sheet))
    }
}

/// A key that looks the same while pressed, so that no picture of the screen reveals it.
private struct KeyStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View { configuration.label }
}
#endif
