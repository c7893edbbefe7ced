// CGRect and its like are Foundation's on Linux, CoreGraphics' on Apple's systems; UIKit passes both on.
@_exported public import Foundation
@_exported public import QuartzCore

// Apple: uikit/uiresponder; no NSObject here, whose initialiser Linux cannot move to the main actor.
@available(iOS 2, *)
@MainActor open class UIResponder {
    public init() {}
}

// Apple: uikit/uicolor
@available(iOS 2, *)
open class UIColor: NSObject, @unchecked Sendable {
    // Apple: uikit/uicolor/systembackground
    @available(iOS 13, *)
    open class var systemBackground: UIColor { UIColor() }
}

// Apple: uikit/uiview
@available(iOS 2, *)
@MainActor open class UIView: UIResponder {
    public init(frame _: CGRect) { super.init() }
    public required init?(coder _: NSCoder) { nil }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var isHidden = false
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var superview: UIView? { nil }
    open var window: UIWindow? { nil }
    open var autoresizingMask: AutoresizingMask = []
    open var accessibilityViewIsModal = false
    open class var layerClass: AnyClass { CALayer.self }
    open var layer: CALayer { CALayer() }
    open func layoutSubviews() {}
    // Apple: uikit/uiview/didmovetowindow()
    @available(iOS 2, *)
    open func didMoveToWindow() {}
    open func addSubview(_: UIView) {}
    open func removeFromSuperview() {}
    open func bringSubviewToFront(_: UIView) {}

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 1 << 1) }
        public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 1 << 4) }
    }
}

// Apple: uikit/uiwindow
@available(iOS 2, *)
@MainActor open class UIWindow: UIView {
    open var rootViewController: UIViewController?
    // Apple: uikit/uiwindow/windowscene
    @available(iOS 13, *)
    open var windowScene: UIWindowScene?
}

// Apple: uikit/uiscene
@available(iOS 13, *)
@MainActor open class UIScene: UIResponder {
    // Apple: uikit/uiscene/activationstate-swift.property
    open var activationState: ActivationState { .unattached }
    // Apple: uikit/uiscene/activationstate-swift.enum
    @available(iOS 13, *)
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }
    // Apple: uikit/uiscene/didenterbackgroundnotification
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
    // Apple: uikit/uiscene/willdeactivatenotification
    public nonisolated static let willDeactivateNotification = Notification.Name("")
    // Apple: uikit/uiscene/didactivatenotification
    public nonisolated static let didActivateNotification = Notification.Name("")
    // Apple: uikit/uiscene/diddisconnectnotification
    public nonisolated static let didDisconnectNotification = Notification.Name("")
}

// Apple: uikit/uiwindowscene
@available(iOS 13, *)
@MainActor open class UIWindowScene: UIScene {}

// Apple: uikit/uiimage
@available(iOS 2, *)
open class UIImage: NSObject, @unchecked Sendable {
    public override init() {}
    public init?(data _: Data) { nil }
    // Apple: uikit/uiimage/jpegdata(compressionquality:)
    @available(iOS 2, *)
    open func jpegData(compressionQuality _: CGFloat) -> Data? { nil }
}

// Apple: uikit/uipasteboard
@available(iOS 3, *)
@MainActor open class UIPasteboard: NSObject {
    open class var general: UIPasteboard { UIPasteboard() }
    open var string: String?
}
