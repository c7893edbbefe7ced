// A host whose own face detection takes the pictures, through the delegate that it reports to.
import CashBaba
import UIKit

@MainActor
final class CBFaceDetectionSDK {
    private weak var delegate: (any CBFaceDetectionSDKDelegate)?

    init(inViewController _: UIViewController, delegate: any CBFaceDetectionSDKDelegate, strings _: [String: String]) {
        self.delegate = delegate
    }

    func launch() { delegate?.userCancelled("") }
}

@MainActor
enum HostFaceDetection {
    static func present(_ args: NavigationArgs, from controller: UIViewController) {
        let faces = HostFaceCapture { [weak controller] delegate in
            guard let controller else {
                delegate.errorOccured("The screen is gone.")
                return nil
            }
            let detection = CBFaceDetectionSDK(inViewController: controller, delegate: delegate, strings: [:])
            detection.launch()
            return detection
        }
        SDKPresenter.present(from: controller, args: args, faces: faces)
    }
}
