// must fail: call to main actor-isolated initializer 'init(over:)' in a synchronous nonisolated context
// The sign-in's sheet stands over a window.
import JourneyWeb
import UIKit

enum Sample {
    static func browser(_ window: UIWindow) -> SystemBrowserSession { SystemBrowserSession(over: window) }
}
