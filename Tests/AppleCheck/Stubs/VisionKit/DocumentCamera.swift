public import Foundation

#if canImport(UIKit)
public import UIKit

// Apple: visionkit/vndocumentcameraviewcontroller
@available(iOS 13, *)
@MainActor open class VNDocumentCameraViewController: UIViewController {
    // Apple: visionkit/vndocumentcameraviewcontroller/issupported
    @available(iOS 13, *)
    open class var isSupported: Bool { true }
    // Apple: visionkit/vndocumentcameraviewcontroller/delegate
    @available(iOS 13, *)
    open weak var delegate: (any VNDocumentCameraViewControllerDelegate)?
}

// Apple: visionkit/vndocumentcamerascan
@available(iOS 13, *)
@MainActor open class VNDocumentCameraScan: NSObject {
    // Apple: visionkit/vndocumentcamerascan/pagecount
    @available(iOS 13, *)
    open var pageCount: Int { 0 }
    // Apple: visionkit/vndocumentcamerascan/imageofpage(at:)
    @available(iOS 13, *)
    open func imageOfPage(at _: Int) -> UIImage { UIImage() }
}

// Apple: visionkit/vndocumentcameraviewcontrollerdelegate
@available(iOS 13, *)
@MainActor public protocol VNDocumentCameraViewControllerDelegate: NSObjectProtocol {
    // Apple: visionkit/vndocumentcameraviewcontrollerdelegate/documentcameraviewcontroller(_:didfinishwith:)
    @available(iOS 13, *)
    func documentCameraViewController(_: VNDocumentCameraViewController, didFinishWith: VNDocumentCameraScan)
    // Apple: visionkit/vndocumentcameraviewcontrollerdelegate/documentcameraviewcontrollerdidcancel(_:)
    @available(iOS 13, *)
    func documentCameraViewControllerDidCancel(_: VNDocumentCameraViewController)
    // Apple: visionkit/vndocumentcameraviewcontrollerdelegate/documentcameraviewcontroller(_:didfailwitherror:)
    @available(iOS 13, *)
    func documentCameraViewController(_: VNDocumentCameraViewController, didFailWithError: any Error)
}
#endif
