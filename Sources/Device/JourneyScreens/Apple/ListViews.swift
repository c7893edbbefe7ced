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
        .overlay { look.shape(.medium).stroke(look.separator) }
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
                        Text(verbatim: detail).font(look.font(.label)).foregroundStyle(look.secondaryText)
                    }
                }
                Spacer()
            }
            .padding(Theme.Space.medium.points)
            .frame(minHeight: Theme.Size.control.points)
            .background(isOn ? look.tint(\.accent) : .clear, in: look.shape(.medium))
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

/// The value of a consent's item, shown when the person asks for it.
struct ValueView: View {
    let value: String
    let language: Language
    let look: SwiftUITheme
    @State private var isShown = false

    var body: some View {
        if isShown {
            Text(verbatim: value).font(look.font(.body)).foregroundStyle(look.text)
        } else {
            Button {
                isShown = true
            } label: {
                Text(verbatim: language(.showValue)).font(look.font(.label)).foregroundStyle(look.accent)
                    .frame(minHeight: Theme.Size.target.points)
            }
            .buttonStyle(.plain)
        }
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
                    Text(verbatim: group.title).font(look.font(.heading)).foregroundStyle(look.text)
                        .accessibilityAddTraits(.isHeader)
                    if let detail = group.detail {
                        Text(verbatim: detail).font(look.font(.label)).foregroundStyle(look.secondaryText)
                    }
                    ForEach(group.items, id: \.id) { item in row(item) }
                }
                .padding(Theme.Space.regular.points)
                .overlay { look.shape(.medium).stroke(look.separator) }
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
        return VStack(alignment: .leading, spacing: Theme.Space.tight.points) {
            Toggle(isOn: isOn) {
                VStack(alignment: .leading, spacing: 0) {
                    Text(verbatim: item.label + item.marks(in: presenter.language)).font(look.font(.body))
                        .foregroundStyle(look.text)
                    if let purpose = item.purpose {
                        Text(verbatim: purpose).font(look.font(.label)).foregroundStyle(look.secondaryText)
                    }
                }
            }
            .tint(look.accent)
            if let value = item.value { ValueView(value: value, language: presenter.language, look: look) }
        }
    }
}
#endif
