#if canImport(UIKit)
internal import Foundation
internal import UIKit

/// The system's settings of this app, where a person allows what they have forbidden.
@MainActor
package enum AppSettings {
    /// Leaves for them. The system may end the app when the person changes what it is allowed.
    package static func open() async {
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        _ = await UIApplication.shared.open(url)
    }
}
#endif
