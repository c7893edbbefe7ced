#if canImport(UIKit)
internal import JourneyBase
public import UIKit
internal import WebKit

extension PagePresenter {
    /// Presents pages over `presenter`, which is not kept, and above whatever it presents by then: the whole screen, with a button
    /// to close them. A page that UIKit does not show, or that the host or the system takes away, is closed.
    @MainActor public static func presented(
        from presenter: UIViewController, clock: any Clock<Duration> = ContinuousClock()
    ) -> PagePresenter {
        let pages = PresentedPages(over: presenter, clock: clock)
        return PagePresenter(show: { await pages.show($0, closed: $1) }, hide: { await pages.hide() })
    }
}

/// The pages of one stage, one at a time.
@MainActor
private final class PresentedPages {
    private weak var presenter: UIViewController?
    private let clock: any Clock<Duration>
    private let place = PresentationPlace()

    init(over presenter: UIViewController, clock: any Clock<Duration>) {
        self.presenter = presenter
        self.clock = clock
    }

    func show(_ page: UIView, closed: @escaping @MainActor () -> Void) async {
        // The page before makes way.
        await place.hide()
        let (presenter, clock) = (presenter, clock)
        let isThere = await place.show { [weak presenter] in
            let controller = UINavigationController(rootViewController: PageController(page, closed: closed))
            return await Presentation.begin(
                CoverController(around: controller), over: presenter, clock: clock, takenAway: closed)
        }
        if !isThere { closed() }
    }

    func hide() async { await place.hide() }
}

/// The page, a button to close it, and a cover for when its scene is not in front: the system takes a picture of the screen then,
/// and keeps it on disk.
@MainActor
private final class PageController: UIViewController {
    private let page: UIView
    private let cover = UIView(frame: .zero)
    private var watch: SceneObserver?

    init(_ page: UIView, closed: @escaping @MainActor () -> Void) {
        self.page = page
        super.init(nibName: nil, bundle: nil)
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .close, primaryAction: UIAction { _ in closed() })
    }

    required init?(coder _: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        cover.backgroundColor = .systemBackground
        for part in [page, cover] {
            part.frame = view.bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(part)
        }
    }

    /// Its window is known from here on.
    override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        guard let scene = view.window?.windowScene else { return }
        let watch = SceneObserver(scene) { [weak self] in self?.cover.isHidden = $0.isInFront }
        cover.isHidden = watch.standing.isInFront
        self.watch = watch
    }
}
#endif
