public import Foundation

// Apple: uikit/uiviewcontroller
@available(iOS 2, *)
@MainActor open class UIViewController: UIResponder {
    public init(nibName _: String?, bundle _: Bundle?) { super.init() }
    public override convenience init() { self.init(nibName: nil, bundle: nil) }
    public required init?(coder _: NSCoder) { nil }
    // Declared as an implicitly unwrapped optional, as in the headers.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView!
    open var title: String?
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }
    open var navigationController: UINavigationController? { nil }
    open var navigationItem: UINavigationItem { UINavigationItem() }
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    open var viewIfLoaded: UIView? { nil }
    // Apple: uikit/uiviewcontroller/ismodalinpresentation
    @available(iOS 13, *)
    open var isModalInPresentation = false
    open var isBeingPresented: Bool { false }
    open var isBeingDismissed: Bool { false }
    // Apple: uikit/uiviewcontroller/addchild(_:)
    @available(iOS 5, *)
    open func addChild(_: UIViewController) {}
    // Apple: uikit/uiviewcontroller/didmove(toparent:)
    @available(iOS 5, *)
    open func didMove(toParent _: UIViewController?) {}
    // Apple: uikit/uiviewcontroller/viewisappearing(_:)
    @available(iOS 13, *)
    open func viewIsAppearing(_: Bool) {}
    open func loadView() {}
    open func viewDidLoad() {}
    open func viewDidAppear(_: Bool) {}
    open func viewDidDisappear(_: Bool) {}
    open func present(_: UIViewController, animated _: Bool, completion _: (() -> Void)? = nil) {}
    open func dismiss(animated _: Bool, completion _: (() -> Void)? = nil) {}
}

// Apple: uikit/uimodalpresentationstyle
@available(iOS 3.2, *)
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case automatic = -2
}

// Apple: uikit/uinavigationcontroller
@available(iOS 2, *)
@MainActor open class UINavigationController: UIViewController {
    public convenience init(rootViewController _: UIViewController) { self.init(nibName: nil, bundle: nil) }
    open func pushViewController(_: UIViewController, animated _: Bool) {}
    open func setViewControllers(_: [UIViewController], animated _: Bool) {}
}

// Apple: uikit/uinavigationitem
@available(iOS 2, *)
@MainActor open class UINavigationItem: NSObject {
    open var leftBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItem: UIBarButtonItem?
    open var hidesBackButton = false
}

// Apple: uikit/uibarbuttonitem
@available(iOS 2, *)
@MainActor open class UIBarButtonItem: NSObject {
    public enum SystemItem: Int, Sendable { case done, cancel, close = 24 }
    // Apple: uikit/uibarbuttonitem/init(systemitem:primaryaction:menu:)
    @available(iOS 14, *)
    public convenience init(systemItem _: SystemItem, primaryAction _: UIAction? = nil) { self.init() }
}

// Apple: uikit/uiaction
@available(iOS 13, *)
@MainActor open class UIAction: NSObject {
    // Apple: uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)
    @available(iOS 17, *)
    public convenience init(title _: String = "", handler _: @escaping @MainActor (UIAction) -> Void) { self.init() }
}

// Apple: uikit/uiapplication
@available(iOS 2, *)
@MainActor open class UIApplication: UIResponder {
    // Apple: uikit/uiapplication/willresignactivenotification
    @available(iOS 4, *)
    public nonisolated static let willResignActiveNotification = Notification.Name("")
    // Apple: uikit/uiapplication/didbecomeactivenotification
    @available(iOS 4, *)
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    // Apple: uikit/uiapplication/didenterbackgroundnotification
    @available(iOS 4, *)
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
    // Apple: uikit/uiapplication/shared; not for app extensions.
    open class var shared: UIApplication { UIApplication() }
    // Apple: uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)
    @available(iOS 7, *)
    open func beginBackgroundTask(
        withName _: String?, expirationHandler _: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    // Apple: uikit/uiapplication/endbackgroundtask(_:)
    @available(iOS 4, *)
    open func endBackgroundTask(_: UIBackgroundTaskIdentifier) {}
    // Apple: uikit/uiapplication/opensettingsurlstring
    @available(iOS 8, *)
    public nonisolated class var openSettingsURLString: String { "app-settings:" }
    // Apple: uikit/uiapplication/open(_:options:completionhandler:)
    @available(iOS 10, *)
    open func open(_: URL, options _: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
    // Apple: uikit/uiapplication/openexternalurloptionskey
    @available(iOS 10, *)
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {
        // Apple: uikit/uiapplication/openexternalurloptionskey/universallinksonly
        @available(iOS 10, *)
        public static let universalLinksOnly = OpenExternalURLOptionsKey()
    }
}

// Apple: uikit/uibackgroundtaskidentifier
@available(iOS 4, *)
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
