#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// Tells VoiceOver what it would not notice by itself: a screen in another's place, and what is wrong with what was filled in.
/// And has the bar above run as the words do, which SwiftUI's direction does not reach.
struct SpokenScreen: ViewModifier {
    let presenter: SwiftUIPresenter
    let form: ScreenForm

    /// What the person has to hear, as it stands on the screen.
    private var trouble: String? {
        form.fault.map { $0.message(on: form.screen, at: presenter.dependencies.now(), in: presenter.language) }
            ?? form.screen.inlineError
    }

    func body(content: Content) -> some View {
        let trouble = trouble
        return
            content
            // Each screen is a view of its own, so this is said once for each: with what is wrong already, as after a PIN that
            // was not the one.
            .onAppear { UIAccessibility.post(notification: .screenChanged, argument: trouble) }
            .onChange(of: trouble) {
                if let trouble { UIAccessibility.post(notification: .announcement, argument: trouble) }
            }
            .background { if presenter.hasBar { BarDirection(isRightToLeft: presenter.language.isRightToLeft) } }
    }
}

/// Turns the navigation bar above it, which is the screens' own.
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

    // It has no bar above it before.
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        turn()
    }

    private func turn() { navigationController?.navigationBar.semanticContentAttribute = direction }
}
#endif
