#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// A button for one action.
struct ActionView: View {
    let action: Screen.Action
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    var body: some View {
        let left = action.secondsLeft(at: presenter.dependencies.now())
        let isWaiting = left > 0 && action.role == .resend
        Button(role: role) {
            presenter.press(action.id)
        } label: {
            Text(verbatim: isWaiting ? presenter.language(.sendAgainIn(seconds: left)) : action.label)
                .font(look.font(.headline))
                .foregroundStyle(left > 0 ? look.secondaryText : ink)
                .frame(maxWidth: .infinity, minHeight: 48)
                .background(left > 0 ? .clear : ground, in: look.shape)
                .overlay { look.shape.stroke(action.role == .secondary ? look.accent : .clear) }
                .contentShape(look.shape)
        }
        .buttonStyle(.plain)
        .disabled(left > 0 || !presenter.isAsking)
        .accessibilityIdentifier(action.id)
    }

    private var role: ButtonRole? {
        switch action.role {
        case .destructive: .destructive
        case .cancel: .cancel
        case .primary, .secondary, .back, .resend: nil
        }
    }

    private var ground: Color {
        switch action.role {
        case .primary: look.accent
        case .destructive: look.danger
        case .secondary, .back, .cancel, .resend: .clear
        }
    }

    private var ink: Color {
        switch action.role {
        case .primary: look.onAccent
        case .destructive: look.onDanger
        case .secondary, .resend: look.accent
        case .back, .cancel: look.secondaryText
        }
    }
}
#endif
