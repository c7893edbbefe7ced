#if canImport(UIKit)
package import UIKit

/// A whole screen over a host's, around `content`, which hears when somebody takes it away. No swipe may take a payment under way
/// from sight.
package final class CoverController: UIViewController {
    private let content: UIViewController
    /// It goes from sight for good, whoever dismisses it; what covers it does not count.
    var disappeared: @MainActor () -> Void = {}

    package init(around content: UIViewController) {
        self.content = content
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
        isModalInPresentation = true
    }

    package required init?(coder _: NSCoder) { nil }

    package override func viewDidLoad() {
        super.viewDidLoad()
        addChild(content)
        if let part = content.view {
            part.frame = view.bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(part)
        }
        content.didMove(toParent: self)
    }

    package override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isLeaving { disappeared() }
    }
}
#endif
