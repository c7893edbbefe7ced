// docs/JourneyKit.docc/CardDetailsGuide.md has these lines.
// begin
import CardDetailsSDK
import UIKit

final class CardController: UIViewController {
    /// Shows the card over this screen, from consent to its end. `details` comes from `CardDetails.make`, as above.
    func show(_ details: CardDetails) {
        Task {
            switch await details.present(from: self) {
            case .completed, .pending, .cancelled: title = nil
            case .failed(let error): title = "Not shown: \(error.code.rawValue)"
            }
        }
    }
}
// end
