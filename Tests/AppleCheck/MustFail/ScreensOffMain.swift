// must fail: call to main actor-isolated initializer 'init(over:language:theme:hasBar:dependencies:)' in a synchronous nonisolated context
// Screens stand over a view controller, which is the main actor's.
import JourneyScreens
import UIKit

enum Sample {
    static func screens(_ controller: UIViewController) -> PresentedScreens { PresentedScreens(over: controller) }
}
