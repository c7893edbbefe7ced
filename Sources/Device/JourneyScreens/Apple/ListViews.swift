#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// A choice of one or several options.
struct ChoiceView: View {
    let field: Screen.Field
    let choice: Screen.Choice
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(choice.options, id: \.id) { option in row(option) }
        }
        .background(look.surface, in: look.shape)
    }

    private func row(_ option: Screen.Choice.Option) -> some View {
        let isOn = form.isChosen(option.id, in: field.id)
        let words = [option.label, option.detail].compactMap { $0 }.joined(separator: presenter.language.listSeparator)
        return Button {
            presenter.form?.toggle(option.id, in: field.id)
        } label: {
            HStack(spacing: 12) {
                Image(systemName: symbol(isOn)).foregroundStyle(isOn ? look.accent : look.border)
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: option.label).font(look.font(.body)).foregroundStyle(look.text)
                    if let detail = option.detail {
                        Text(verbatim: detail).font(look.font(.footnote)).foregroundStyle(look.secondaryText)
                    }
                }
                Spacer()
            }
            .padding(12)
            .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityLabel(words)
        .accessibilityValue(presenter.language(isOn ? .chosen : .notChosen))
        .accessibilityAddTraits(isOn ? .isSelected : [])
    }

    private func symbol(_ isOn: Bool) -> String {
        if choice.isSingle { return isOn ? "largecircle.fill.circle" : "circle" }
        return isOn ? "checkmark.square.fill" : "square"
    }
}

/// The requested items of a consent, each with a switch.
struct ConsentView: View {
    let field: Screen.Field
    let consent: Screen.Consent
    let presenter: SwiftUIPresenter
    let form: ScreenForm
    let look: SwiftUITheme

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            ForEach(Array(consent.groups.enumerated()), id: \.offset) { _, group in
                VStack(alignment: .leading, spacing: 8) {
                    Text(verbatim: group.title).font(look.font(.headline)).foregroundStyle(look.text)
                        .accessibilityAddTraits(.isHeader)
                    if let detail = group.detail {
                        Text(verbatim: detail).font(look.font(.footnote)).foregroundStyle(look.secondaryText)
                    }
                    ForEach(group.items, id: \.id) { item in row(item) }
                }
                .padding(12)
                .background(look.surface, in: look.shape)
            }
        }
    }

    private func row(_ item: Screen.Consent.Item) -> some View {
        let isOn = Binding<Bool>(
            get: { @MainActor in presenter.form?.isChosen(item.id, in: field.id) ?? false },
            set: { @MainActor wanted in
                guard presenter.form?.isChosen(item.id, in: field.id) != wanted else { return }
                presenter.form?.toggle(item.id, in: field.id)
            })
        return Toggle(isOn: isOn) {
            Text(verbatim: item.label + item.marks(in: presenter.language)).font(look.font(.body))
                .foregroundStyle(look.text)
        }
        .tint(look.accent)
    }
}
#endif
