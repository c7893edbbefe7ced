public import UIKit

// Apple: swiftui/uihostingcontroller
@available(iOS 13, *)
open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder _: NSCoder) { nil }
    open var rootView: Content
}

// Apple: swiftui/uiviewcontrollerrepresentable
@available(iOS 13, *)
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_: UIViewControllerType, context: Context)
}
// Apple: swiftui/uiviewcontrollerrepresentable (defaults)
@available(iOS 13, *)
extension UIViewControllerRepresentable {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/uiviewcontrollerrepresentablecontext
@available(iOS 13, *)
@MainActor @preconcurrency public struct UIViewControllerRepresentableContext<R: UIViewControllerRepresentable> {
    public let coordinator: R.Coordinator
}
