// must fail: type 'UIScene' has no member 'willDeactivateNotice'
// A cover that would never come.
import Foundation
import UIKit

enum Sample {
    static var name: Notification.Name { UIScene.willDeactivateNotice }
}
