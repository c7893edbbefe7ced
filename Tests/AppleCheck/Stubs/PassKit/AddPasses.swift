public import Foundation

#if canImport(UIKit)
public import UIKit

// Apple: passkit/pkaddpassesviewcontroller
@available(iOS 6, *)
@MainActor open class PKAddPassesViewController: UIViewController {
    // Apple: passkit/pkaddpassesviewcontroller/init(issuerdata:signature:)
    @available(iOS 16.4, *)
    public init(issuerData _: Data, signature _: Data) throws { super.init(nibName: nil, bundle: nil) }
    public required init?(coder _: NSCoder) { nil }
    // Apple: passkit/pkaddpassesviewcontroller/canaddpasses()
    @available(iOS 8, *)
    open class func canAddPasses() -> Bool { true }
    // Apple: passkit/pkaddpassesviewcontroller/delegate
    @available(iOS 6, *)
    open weak var delegate: (any PKAddPassesViewControllerDelegate)?
}

// Apple: passkit/pkaddpassesviewcontrollerdelegate
@available(iOS 6, *)
@MainActor public protocol PKAddPassesViewControllerDelegate: NSObjectProtocol {
    // Apple: passkit/pkaddpassesviewcontrollerdelegate/addpassesviewcontrollerdidfinish(_:)
    @available(iOS 6, *)
    func addPassesViewControllerDidFinish(_: PKAddPassesViewController)
}
#endif
