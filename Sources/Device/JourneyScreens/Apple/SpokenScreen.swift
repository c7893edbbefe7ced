#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// Announces changes to VoiceOver: a new screen, errors of the input, and a time-out half a minute before it. Also sets the direction of the navigation bar, which
/// SwiftUI's layout direction does not reach.
struct SpokenScreen: ViewModifier {
    let presenter: SwiftUIPresenter
    let form: ScreenForm

    /// The error that the person must hear, as shown on the screen.
    private var trouble: String? {
        form.fault.map { $0.message(on: form.screen, at: presenter.dependencies.now(), in: presenter.language) }
            ?? form.screen.inlineError
    }

    func body(content: Content) -> some View {
        let trouble = trouble
        return
            content
            // Each screen is a view of its own, so this is announced once for each, with an error that it starts with, as after a
            // wrong PIN.
            .onAppear { UIAccessibility.post(notification: .screenChanged, argument: trouble) }
            .onChange(of: trouble) {
                if let trouble { UIAccessibility.post(notification: .announcement, argument: trouble) }
            }
            .onChange(of: presenter.isEndingSoon, initial: true) {
                guard presenter.isEndingSoon else { return }
                let warning = presenter.language(.timeLeft(seconds: Screen.Countdown.warning))
                UIAccessibility.post(notification: .announcement, argument: warning)
            }
            .background { if presenter.hasBar { BarDirection(isRightToLeft: presenter.language.isRightToLeft) } }
    }
}

/// Sets the direction of the screens' own navigation bar.
struct BarDirection: UIViewControllerRepresentable {
    let isRightToLeft: Bool

    func makeUIViewController(context _: Context) -> BarDirectionController { BarDirectionController() }

    func updateUIViewController(_ controller: BarDirectionController, context _: Context) {
        controller.direction = isRightToLeft ? .forceRightToLeft : .forceLeftToRight
    }
}

final class BarDirectionController: UIViewController {
    var direction = UISemanticContentAttribute.unspecified {
        didSet { turn() }
    }

    // Sets the direction when the view has a navigation bar.
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        turn()
    }

    private func turn() { navigationController?.navigationBar.semanticContentAttribute = direction }
}
#endif
