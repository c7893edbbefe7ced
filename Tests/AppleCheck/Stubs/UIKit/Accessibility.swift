// Apple: uikit/uiaccessibility
@available(iOS 3, *)
public enum UIAccessibility {
    // Apple: uikit/uiaccessibility/notification
    @available(iOS 3, *)
    public struct Notification: Hashable, Sendable {
        // Apple: uikit/uiaccessibility/notification/announcement
        public static let announcement = Notification()
        // Apple: uikit/uiaccessibility/notification/screenchanged
        public static let screenChanged = Notification()
    }

    // Apple: uikit/uiaccessibility/post(notification:argument:)
    @MainActor public static func post(notification _: Notification, argument _: Any?) {}
}

// Apple: uikit/uisemanticcontentattribute
@available(iOS 9, *)
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified = 0
    case playback = 1
    case spatial = 2
    case forceLeftToRight = 3
    case forceRightToLeft = 4
}

// Apple: uikit/uiview/semanticcontentattribute
@available(iOS 9, *)
@MainActor extension UIView {
    public var semanticContentAttribute: UISemanticContentAttribute {
        get { .unspecified }
        set {}
    }
}

// Apple: uikit/uinavigationbar
@available(iOS 2, *)
@MainActor open class UINavigationBar: UIView {}

// Apple: uikit/uinavigationcontroller/navigationbar
@available(iOS 2, *)
@MainActor extension UINavigationController {
    public var navigationBar: UINavigationBar { UINavigationBar(frame: .zero) }
}
