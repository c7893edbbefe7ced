// must fail: switch must be exhaustive
// How the showing of a card may end is four ways, and a host that forgets one would leave somebody before an empty screen.
import CardDetailsSDK
import JourneyBase
import UIKit

enum Sample {
    @MainActor static func title(_ card: CardDetails, over controller: UIViewController) async -> String {
        switch await card.present(from: controller) {
        case .completed, .pending: "Shown"
        case .failed: "Not shown"
        }
    }
}
