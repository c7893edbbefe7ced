// must fail: type 'Sample' does not conform to protocol 'PKAddPassesViewControllerDelegate'
// A sheet that nobody would take away.
import Foundation
import PassKit

@MainActor
final class Sample: NSObject, PKAddPassesViewControllerDelegate {
    func addPassesViewControllerDidEnd(_: PKAddPassesViewController) {}
}
