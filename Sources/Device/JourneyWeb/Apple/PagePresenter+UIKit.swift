#if canImport(UIKit)
internal import JourneyBase
public import UIKit
internal import WebKit

extension PagePresenter {
    /// Creates a presenter that shows pages full screen over `presenter`, with a button to close them.
    ///
    /// `presenter` is held weakly; pages appear above whatever it presents by then. A page that UIKit does not show, or that the
    /// host or the system dismisses, counts as closed.
    ///
    /// - Parameters:
    ///   - presenter: The view controller over which pages are presented.
    ///   - clock: Limits the time that UIKit may take.
    /// - Returns: The presenter.
    @MainActor public static func presented(
        from presenter: UIViewController, clock: any Clock<Duration> = ContinuousClock()
    ) -> PagePresenter {
        let pages = PresentedPages(over: presenter, clock: clock)
        return PagePresenter(show: { await pages.show($0, closed: $1) }, hide: { await pages.hide() })
    }
}

/// The pages of one presenter, one at a time.
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
        // The page before is dismissed first.
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

/// A page, a button to close it, and a cover while its scene is in the background, when the system takes and stores a screenshot.
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

    /// Observes the scene, which is known from here on.
    override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        guard let scene = view.window?.windowScene else { return }
        let watch = SceneObserver(scene) { [weak self] in self?.cover.isHidden = $0.isInFront }
        cover.isHidden = watch.standing.isInFront
        self.watch = watch
    }
}
#endif
