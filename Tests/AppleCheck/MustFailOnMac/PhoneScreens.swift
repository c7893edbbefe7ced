// must fail: no such module 'UIKit'
import UIKit

/// The Mac has none.
@MainActor func title(of controller: UIViewController) -> String? { controller.title }
