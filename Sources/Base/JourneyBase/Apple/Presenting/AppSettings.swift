#if canImport(UIKit)
internal import Foundation
internal import UIKit

/// The app's page in the system's Settings, where a person can grant permissions that they denied.
@MainActor
package enum AppSettings {
    /// Opens the page. The system may terminate the app when the person changes a permission.
    package static func open() async {
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        _ = await UIApplication.shared.open(url)
    }
}
#endif
