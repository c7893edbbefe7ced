// must fail: call to main actor-isolated static method 'startJourney(from:params:plugins:completion:)' in a synchronous nonisolated context
// A journey is presented over a view controller, which is the main actor's.
import HSBCPartnerSDK
import UIKit

enum Sample {
    static func start(_ controller: UIViewController, _ params: JourneyStartParams) {
        HSBCPartnerSdk.startJourney(from: controller, params: params) { _ in }
    }
}
