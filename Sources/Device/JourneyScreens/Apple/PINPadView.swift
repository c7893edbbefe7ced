#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// Digits on keys of our own: no keyboard, the system's or another's, sees a PIN. The digits go from the key into locked
/// memory.
struct PINPadView: View {
    let field: Screen.Field
    let digits: Int
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: Look

    private var language: Language { presenter.language }

    var body: some View {
        VStack(spacing: 16) {
            HStack(spacing: 12) {
                ForEach(Array(0..<digits), id: \.self) { place in
                    Circle().fill(place < form.dots(field.id) ? look.accent : look.border.opacity(0.4))
                        .frame(width: 14, height: 14)
                }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(field.label)
            .accessibilityValue(language(.digitsEntered(form.dots(field.id), of: digits)))
            .accessibilityAddTraits(.updatesFrequently)
            LazyVGrid(columns: Array(repeating: GridItem(), count: 3), spacing: 12) {
                ForEach(Array(1...9), id: \.self) { digit in key(digit) }
                symbol("xmark", language(.clear)) { presenter.form?.clear(field.id) }
                key(0)
                symbol("delete.left", language(.delete)) { presenter.form?.deleteLast(of: field.id) }
            }
            // A pad's digits stand in the same order in every language.
            .environment(\.layoutDirection, .leftToRight)
        }
        .privacySensitive()
    }

    private func key(_ digit: Int) -> some View {
        Button {
            presenter.form?.type(Unicode.Scalar(UInt8(0x30 + digit)), into: field.id)
        } label: {
            face(Text(verbatim: language.number(digit)).font(look.font(.title2)))
        }
        .buttonStyle(.plain)
        .accessibilityLabel(language.number(digit))
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
#endif
