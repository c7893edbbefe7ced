#if canImport(UIKit)
package import UIKit

/// A full-screen container around `content` that reports its dismissal. It can't be swiped away, so that no payment in progress
/// disappears.
package final class CoverController: UIViewController {
    private let content: UIViewController
    /// Called when the cover disappears for good because it or a presenter below it is dismissed. Being covered doesn't count.
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
