#if canImport(UIKit)
internal import Foundation
public import UIKit
internal import WebKit

extension PageStage {
    /// Presents pages over `presenter`, the whole screen, with a button to close them.
    @MainActor public static func presented(from presenter: UIViewController) -> PageStage {
        let controller = PageController()
        return PageStage(
            show: { view, closed in
                controller.show(view, closed: closed)
                presenter.present(
                    UINavigationController(covering: controller), animated: true)
            },
            hide: { controller.presentingViewController?.dismiss(animated: true) })
    }
}

extension UINavigationController {
    /// Around `controller`, over the whole screen: no swipe may take a payment under way from sight.
    fileprivate convenience init(covering controller: UIViewController) {
        self.init(rootViewController: controller)
        modalPresentationStyle = .fullScreen
        isModalInPresentation = true
    }
}

/// The page, a button to close it, and a cover for when the app or its scene is not in front: the system takes a picture of the
/// screen then, and keeps it on disk. A page whose scene is gone, or that the host has taken away, is closed.
@MainActor
private final class PageController: UIViewController {
    private let cover = UIView(frame: .zero)
    private var observations: [Observation] = []
    private var closed: @MainActor () -> Void = {}

    func show(_ page: UIView, closed: @escaping @MainActor () -> Void) {
        self.closed = closed
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .close, primaryAction: UIAction { _ in closed() })
        cover.backgroundColor = .systemBackground
        cover.isHidden = true
        for part in [page, cover] {
            part.frame = view.bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(part)
        }
        observe(UIApplication.willResignActiveNotification) { $0.cover.isHidden = false }
        observe(UIApplication.didBecomeActiveNotification) { $0.cover.isHidden = true }
        // With several windows, one may go while the app stays in front.
        observe(UIScene.willDeactivateNotification, ofOwnScene: true) { $0.cover.isHidden = false }
        observe(UIScene.didActivateNotification, ofOwnScene: true) { $0.cover.isHidden = true }
        observe(UIScene.didDisconnectNotification, ofOwnScene: true) { $0.closed() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // By whoever: taken away by the container's owner, it hears nothing any more.
        if isBeingDismissed || navigationController?.isBeingDismissed == true { closed() }
    }

    private func observe(
        _ name: Notification.Name, ofOwnScene: Bool = false,
        _ act: @escaping @MainActor @Sendable (PageController) -> Void
    ) {
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
            [weak self] notification in
            let scene = (notification.object as AnyObject?).map(ObjectIdentifier.init)
            MainActor.assumeIsolated {
                guard let self else { return }
                if ofOwnScene, scene != self.view?.window?.windowScene.map(ObjectIdentifier.init) { return }
                act(self)
            }
        }
        observations.append(Observation(token: token))
    }
}

/// Ends with its owner.
private final class Observation {
    private let token: any NSObjectProtocol

    init(token: any NSObjectProtocol) { self.token = token }

    deinit { NotificationCenter.default.removeObserver(token) }
}
#endif
