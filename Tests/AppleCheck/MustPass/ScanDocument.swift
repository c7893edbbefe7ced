// A host that lets the person scan an identity document in a journey's native step.
import HSBCPartnerSDK
import UIKit

@MainActor func scanning(over base: UIViewController, presenter: any Presenter) -> any JourneyPlugin {
    DocumentCapturePlugin(source: ScannedDocuments(over: base, presenter: presenter))
}
