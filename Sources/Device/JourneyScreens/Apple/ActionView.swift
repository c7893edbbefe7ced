#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI

/// A button for one action.
struct ActionView: View {
    let action: Screen.Action
    let presenter: SwiftUIPresenter
    let look: SwiftUITheme

    private var screen: Screen? { presenter.form?.screen }

    var body: some View {
        let left = action.secondsLeft(at: presenter.dependencies.now())
        let isWaiting = left > 0 && action.role == .resend
        // A pressed button keeps its place while its answer is handled; a turning sign takes the place of its words.
        let isBusy = !presenter.isAsking && presenter.pressed == action.id
        let isOff = left > 0 || !presenter.isAsking
        Button(role: role) {
            presenter.press(action.id)
        } label: {
            Text(verbatim: isWaiting ? presenter.language(.sendAgainIn(seconds: left)) : action.label)
                .font(look.font(.heading))
                .foregroundStyle(left > 0 ? look.secondaryText : ink)
                .opacity(isBusy ? 0 : 1)
                .overlay { if isBusy { ProgressView().tint(ink) } }
                .padding(Theme.Space.small.points)
                .frame(
                    maxWidth: action.role == .resend ? nil : .infinity, minHeight: Theme.Size.control.points,
                    alignment: .center
                )
                .background(isFilled ? ground : .clear, in: look.shape(.sheet, of: .button))
                .overlay { look.shape(.sheet, of: .button).stroke(hasBorder ? look.border : .clear) }
                .contentShape(look.shape(.sheet, of: .button))
        }
        .buttonStyle(.plain)
        .disabled(isOff)
        .opacity(presenter.isAsking || isBusy ? 1 : 0.55)
        .accessibilityIdentifier(action.id)
    }

    private var role: ButtonRole? {
        switch action.role {
        case .destructive: .destructive
        case .cancel: .cancel
        case .primary, .secondary, .back, .resend: nil
        }
    }

    /// `true` for the one filled button of the screen.
    private var isFilled: Bool { screen?.isProminent(action) == true }
    private var hasBorder: Bool { !isFilled && action.role != .resend }
    private var ground: Color { action.role == .destructive ? look.danger : look.accent(of: .button) }

    private var ink: Color {
        switch action.role {
        case .destructive: isFilled ? look.onDanger : look.danger
        case .primary, .secondary, .resend, .back, .cancel: isFilled ? look.onAccent(of: .button) : look.accent
        }
    }
}
#endif
