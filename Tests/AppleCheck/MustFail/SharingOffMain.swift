// must fail: call to main actor-isolated instance method 'readingController(screens:)' in a synchronous nonisolated context
// A tab is a view controller, which is the main actor's.
import CredentialSharing
import SwiftUI
import UIKit

enum Sample {
    static func tab(_ sharing: DocumentSharing, _ screens: () -> EmptyView) -> UIViewController {
        sharing.readingController(screens: screens)
    }
}
